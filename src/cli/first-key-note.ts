import type { INestApplicationContext } from '@nestjs/common';
import { createFirstKey } from '../bootstrap/first-key.js';
import { Environment } from '../platform/config/environment.js';

/**
 * Creates an Administrator and its key on a site without authors.
 *
 * @returns a sentence that has the key where it was generated; null when there were authors or keys already
 */
export async function firstKeyNote(app: INestApplicationContext): Promise<string | null> {
  const { ADMIN_API_KEY } = app.get(Environment);
  const key = await createFirstKey(app, ADMIN_API_KEY);
  if (key === null) return null;
  return ADMIN_API_KEY === undefined
    ? `The site had no author. API key of its Administrator, shown only now: ${key}`
    : 'The site had no author. The key of its Administrator is the value of ADMIN_API_KEY.';
}
