import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TakenError } from '../../../kernel/errors.js';
import { isInserted } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import { FetchedImagesRepository } from '../domain/fetched-images.repository.js';

@Injectable()
export class SqlFetchedImagesRepository extends FetchedImagesRepository {
  constructor(private readonly database: Database) {
    super();
  }

  async find(url: string): Promise<number | null> {
    const [row] = await this.database.rows<{ id: number }>(
      'SELECT image_id AS id FROM fetched_images WHERE url_hash = ?',
      [hashOf(url)],
    );
    return row?.id ?? null;
  }

  async note(url: string, imageId: number): Promise<void> {
    const isFirst = await isInserted(() =>
      this.database.execute('INSERT INTO fetched_images (url_hash, image_id) VALUES (?, ?)', [
        hashOf(url),
        imageId,
      ]),
    );
    if (!isFirst) throw new TakenError('already-fetched', 'The URL was fetched at the same time.', imageId);
  }
}

const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex');
