import type { INestApplicationContext } from '@nestjs/common';
import { ConflictError } from '../kernel/errors.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { KeysService } from '../modules/auth/keys.service.js';
import { AuthorsService } from '../modules/authors/authors.service.js';

const NAME = 'administrator';

/**
 * Creates an Administrator and its key in an empty database. Of instances that
 * start together, one does: the name is unique.
 *
 * @param secret the key to use; generated when undefined
 * @returns the key, or null when there were authors or keys already
 */
export async function createFirstKey(app: INestApplicationContext, secret?: string): Promise<string | null> {
  const keys = app.get(KeysService);
  const authors = app.get(AuthorsService);
  if (!(await keys.hasNone()) || (await authors.list({ offset: 0, limit: 1 })).length > 0) return null;
  try {
    return await app.get<UnitOfWork>(UnitOfWork).run(async () => {
      const author = await authors.create(
        { name: NAME, firstName: 'Administrator', role: 'Administrator' },
        null,
      );
      const issued = await keys.create({
        authorId: author.id,
        name: 'first key',
        ...(secret !== undefined && { secret }),
      });
      return issued.secret;
    });
  } catch (error) {
    if (error instanceof ConflictError) return null;
    throw error;
  }
}
