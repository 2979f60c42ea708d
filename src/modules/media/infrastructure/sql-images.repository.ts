import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { mustExist } from '../../../kernel/errors.js';
import type { Page, Total } from '../../../kernel/page.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { countUpTo, upToMost } from '../../../platform/database/rows/count-up-to.js';
import { RecordMapper } from '../../../platform/database/rows/record-mapper.js';
import { deletionOf, VersionedRows } from '../../../platform/database/rows/versioned-rows.js';
import { raw } from '../../../platform/database/sql.js';
import { ChangeLog } from '../../changes/change-log.js';
import type { Readers } from '../../changes/domain/audience.js';
import type { Point } from '../domain/crops.js';
import { Image } from '../domain/image.entity.js';
import { ImageChanged } from '../domain/image-events.js';
import { ImagesRepository } from '../domain/images.repository.js';

/** Names of columns that differ for clients; null for those they do not see. */
const FIELDS = {
  manual_crops: 'manual_image_crops',
  opens_new_tab: 'link_target',
  hash: 'image_url',
  filename: 'image_url',
  format: 'image_url',
  width: 'image_url',
  height: 'image_url',
  orientation: 'image_url',
  frames: 'image_url',
  has_alpha: 'image_url',
  is_progressive: 'image_url',
  iptc: 'image_url',
  focal_x: 'focal_point',
  focal_y: 'focal_point',
  attention_x: null,
  attention_y: null,
  has_unsigned_urls: null,
};

@Injectable()
export class SqlImagesRepository extends ImagesRepository {
  private readonly mapper: RecordMapper<Image>;
  private readonly versioned: VersionedRows<Image>;

  constructor(
    @InjectRepository(Image) private readonly images: Repository<Image>,
    private readonly database: Database,
    private readonly events: DomainEvents,
    private readonly changes: ChangeLog,
  ) {
    super();
    this.versioned = new VersionedRows(database, Image, FIELDS, (change) => changes.note('image', change));
    this.mapper = new RecordMapper(database, Image);
  }

  async getById(id: number): Promise<Image> {
    return mustExist('image', id, await this.findById(id));
  }

  async getForUpdate(id: number): Promise<Image> {
    await this.versioned.lock(id);
    return this.versioned.loaded(await this.getById(id));
  }

  mustMatch(image: Image, versions: readonly number[] | undefined): Promise<void> {
    return this.changes.mustMatch(
      'image',
      image,
      { at: image.createdTs, authorId: image.uploadedBy },
      versions,
    );
  }

  findById(id: number): Promise<Image | null> {
    return this.images.findOneBy({ id });
  }

  findByIds(ids: readonly number[]): Promise<Image[]> {
    return this.read(ids);
  }

  async holdByIds(ids: readonly number[]): Promise<Image[]> {
    if (!this.database.isInTransaction) throw new Error('To hold images needs a unit of work around it.');
    // Locks are taken in one order, so that those who hold several do not wait for each other in circles.
    return this.read(ids, ` ORDER BY i.id${this.database.forShare}`);
  }

  list({ offset, limit, after }: Page): Promise<Image[]> {
    if (limit === 0) return Promise.resolve([]);
    const where = after ? { id: LessThan(after.id) } : {};
    return this.images.find({ where, order: { id: 'DESC' }, skip: offset, take: limit });
  }

  total(): Promise<Total> {
    return countUpTo(this.database, upToMost(raw('SELECT id FROM images')));
  }

  add(image: Image): Promise<Image> {
    return this.versioned.add(image);
  }

  async save(image: Image): Promise<Image> {
    const saved = await this.versioned.save(image);
    await this.events.publish(new ImageChanged(saved.id));
    return saved;
  }

  async remove(image: Image, readers: Readers): Promise<void> {
    const { id } = image;
    const audience = { before: readers, after: null };
    await this.changes.note('image', { ...deletionOf(image), audience });
    await this.images.remove(image);
    await this.events.publish(new ImageChanged(id));
  }

  async focalPointOf(hash: string): Promise<Point | null> {
    const [point] = await this.database.rows<Point>(
      'SELECT attention_x AS x, attention_y AS y FROM images WHERE hash = ? AND attention_x IS NOT NULL LIMIT 1',
      [hash],
    );
    return point ?? null;
  }

  async saveFoundPoint(id: number, hash: string, { x, y }: Point): Promise<void> {
    await this.database.execute(
      'UPDATE images SET attention_x = ?, attention_y = ? WHERE id = ? AND hash = ?',
      [x, y, id, hash],
    );
  }

  /** Lists of posts read many: without TypeORM's hydration. */
  private async read(ids: readonly number[], lock = ''): Promise<Image[]> {
    const rows = await this.database.rows<Record<string, unknown>>(
      `SELECT ${this.mapper.selection('i')} FROM images i WHERE i.id IN (${placeholders(ids)})${lock}`,
      ids,
    );
    return rows.map((row) => this.mapper.read(row, new Image()));
  }
}
