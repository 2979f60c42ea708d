import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ArticleHooks } from '../../src/modules/articles/article-hooks.js';
import { BlobStore } from '../../src/modules/storage/blob-store.js';
import { Database } from '../../src/platform/database/database.js';
import { filesBelow, untilNoTemporaryFile } from '../support/document-uploads.js';
import { pdf } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { PNG } from '../support/images.js';
import { pngText, withChunks } from '../support/picture-bytes.js';
import { type Service, startService } from '../support/service.js';

/** Headlines that hooks were handed. */
const seen: string[] = [];
class Recorder extends ArticleHooks {
  override after({ article }: Parameters<NonNullable<ArticleHooks['after']>>[0]): void {
    seen.push(article.headline);
  }
}

@Module({ providers: [Recorder], exports: [Recorder] })
class RecorderModule {}

let service: Service;
beforeAll(async () => {
  service = await startService({
    environment: { SCHEDULER: 'off' },
    extension: {
      modules: [RecorderModule],
      articles: Recorder,
    },
  });
  await service.post('/api/1.3/sections', { title: 'Coast', url: 'coast' }).expect(200);
  await service.post('/api/1.3/posts', { headline: 'Tides', tags: ['sea'], sections: [1] }).expect(200);
  await service.post('/api/1.3/drafts', { headline: 'Draft' }).expect(200);
  await service.post('/api/1.3/images').attach('file', PNG, 'pier.png').expect(200);
  // Where people look in the image is found out afterwards.
  const attention = 'SELECT attention_x AS x FROM images WHERE attention_x IS NOT NULL';
  await eventually(async () => (await service.app.get(Database).rows(attention)).length, 1);
  await service.post('/api/1.3/badges', { name: 'New', image_id: 1 }).expect(200);
});
afterAll(() => service.stop());

/** Other bytes, by a comment. */
const OTHER_PNG = withChunks(PNG, pngText('other'));

/** Tables of what is done beside requests. */
const BESIDES = new Set(['api_keys', 'instance_probes', 'replica_beats', 'jobs', 'pending_blobs']);
async function stored(): Promise<Readonly<Record<string, unknown>>> {
  const database = service.app.get(Database);
  const rows: Record<string, unknown> = {};
  for (const { tableName } of service.app.get(DataSource).entityMetadatas)
    if (!BESIDES.has(tableName)) rows[tableName] = await database.rows(`SELECT * FROM ${tableName}`);
  return rows;
}
const later = () => Math.floor(Date.now() / 1000) + 3600;

interface ImageBody {
  readonly image_original_url: string;
}

/** Writes, each with the fields of the answer that tell what it would be. */
const WRITES: readonly (readonly [string, () => PromiseLike<Response>, object])[] = [
  [
    'POST posts',
    () => service.post('/api/1.3/posts?dry_run=1', { headline: 'New' }),
    { id: null, headline: 'New', status: 0 },
  ],
  [
    'POST drafts',
    () => service.post('/api/1.3/drafts?dry_run=true', { headline: 'New' }),
    { id: null, status: 1 },
  ],
  [
    'PUT posts',
    () => service.put('/api/1.3/posts/1?dry_run=1', { headline: 'High tides' }),
    { id: 1, headline: 'High tides', version: 2 },
  ],
  [
    'PUT posts, unpublish',
    () => service.put('/api/1.3/posts/1?dry_run=1', { action: 'unpublish' }),
    { id: 1, status: 1 },
  ],
  ['DELETE posts', () => service.delete('/api/1.3/posts/1?dry_run=1'), {}],
  [
    'PUT drafts, publish',
    () => service.put('/api/1.3/drafts/2?dry_run=1', { action: 'publish' }),
    { id: 2, status: 0 },
  ],
  [
    'PUT scheduled_posts',
    () => service.put('/api/1.3/scheduled_posts/2?dry_run=1', { scheduled_at: later() }),
    { id: 2, status: 2 },
  ],
  [
    'PUT by-provider, new',
    () => service.put('/api/1.3/posts/by-provider/20/x?dry_run=1', { headline: 'New' }),
    { id: null, version: 1 },
  ],
  [
    'POST sections',
    () => service.post('/api/1.3/sections?dry_run=1', { title: 'New', url: 'new' }),
    { id: null, title: 'New' },
  ],
  [
    'PUT sections',
    () => service.put('/api/1.3/sections/1?dry_run=1', { title: 'Shore' }),
    { id: 1, title: 'Shore' },
  ],
  ['DELETE sections', () => service.delete('/api/1.3/sections/1?dry_run=1'), {}],
  [
    'PUT order',
    () => service.put('/api/1.3/sections/1/order?dry_run=1', { post_ids: [1] }),
    { post_ids: [1] },
  ],
  [
    'POST badges',
    () => service.post('/api/1.3/badges?dry_run=1', { name: 'Old', image_id: 1 }),
    { id: null, name: 'Old' },
  ],
  ['DELETE badges', () => service.delete('/api/1.3/badges/1?dry_run=1'), {}],
  [
    'POST authors',
    () => service.post('/api/1.1/authors?dry_run=1', { first_name: 'Ada' }),
    { id: null, first_name: 'Ada' },
  ],
  [
    'PUT authors',
    () => service.put('/api/1.1/authors/1?dry_run=1', { first_name: 'Ada', last_name: null }),
    { id: 1, first_name: 'Ada' },
  ],
  ['PUT follows', () => service.put('/api/1.3/follows/1/section/1?dry_run=1'), {}],
  ['DELETE follows', () => service.delete('/api/1.3/follows/1/section/1?dry_run=1'), {}],
  ['POST likes', () => service.post('/api/1.3/posts/1/likes?dry_run=1'), {}],
  ['DELETE likes', () => service.delete('/api/1.3/posts/1/likes/1?dry_run=1'), {}],
  [
    'PUT images',
    async () => {
      const { image_original_url: image_url } = (await service.get('/api/1.3/images/1')).body as ImageBody;
      return service.put('/api/1.3/images/1?dry_run=1', { image_url, alt: 'A pier' });
    },
    { id: 1 },
  ],
  ['DELETE images', () => service.delete('/api/1.3/images/1?dry_run=1&force=1'), {}],
];

describe('A dry run', () => {
  test.each(WRITES)('of %s answers what would be, and changes nothing', async (_name, send, expected) => {
    const before = await stored();
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(answer.headers['dry-run']).toBe('1');
    const { body } = answer as { body: unknown };
    expect(body).toMatchObject(expected);
    if (!Array.isArray(body)) expect(body).toHaveProperty('warnings');
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['images', () => service.post('/api/1.3/images?dry_run=1').attach('file', OTHER_PNG, 'other.png')],
    ['documents', () => service.post('/api/1.3/documents?dry_run=1').attach('file', pdf('x'), 'a.pdf')],
  ])('of an upload of %s leaves no row, and its file to the next sweep', async (_name, send) => {
    const kept = () => filesBelow(service.database.folder, 'files').sort();
    const [before, files] = [await stored(), kept()];
    expect(files).not.toEqual([]);
    const { body } = await send().expect(200);
    expect([body].flat()).toEqual([expect.objectContaining({ id: null })]);
    await service.app.get(BlobStore).collectGarbage(-1);
    expect(await stored()).toEqual(before);
    expect(kept()).toEqual(files);
    await untilNoTemporaryFile(service.database.folder);
  });

  test('is refused as the write would be', async () => {
    const before = await stored();
    await service.post('/api/1.3/posts?dry_run=1', {}).expect(400);
    await service.put('/api/1.3/posts/99?dry_run=1', { headline: 'X' }).expect(404);
    await service.put('/api/1.3/posts/1?dry_run=1', { headline: 'X' }).set('If-Match', '"9"').expect(412);
    await service.put('/api/1.3/posts/1?dry_run=1', { sections: [99] }).expect(400);
    await service
      .post('/api/1.3/posts?dry_run=1', { headline: 'X' })
      .set('Idempotency-Key', 'a b')
      .expect(400);
    const { client } = await service.createAuthorWithKey('Reader');
    await client.post('/api/1.3/posts?dry_run=1', { headline: 'X' }).expect(403);
    await service.as(null).post('/api/1.3/posts?dry_run=1', { headline: 'X' }).expect(401);
    const { body } = await service.post('/api/1.3/posts?dry_run=maybe', { headline: 'X' }).expect(400);
    expect(body).toMatchObject({ errors: [{ field: 'dry_run' }] });
    expect((await stored()) as object).toMatchObject({
      articles: (before as { articles: unknown }).articles,
    });
  });

  test('is no dry run without the flag, and no concern of what reads', async () => {
    const { headers, body } = await service
      .post('/api/1.3/posts?dry_run=0', { headline: 'Kept' })
      .expect(200);
    expect(headers).not.toHaveProperty('dry-run');
    await service.delete(`/api/1.3/posts/${String((body as { id: number }).id)}`).expect(200);
    await service.get('/api/1.3/posts/1?dry_run=maybe').expect(200);
    const authors = await service.post('/api/1.3/authors/search?dry_run=1', {}).expect(200);
    expect((authors.body as { id: number }[]).at(-1)?.id).toBe(1);
  });

  test('is forgotten with its Idempotency-Key', async () => {
    const send = (query: string) =>
      service.post(`/api/1.3/posts${query}`, { headline: 'Once' }).set('Idempotency-Key', 'dry').expect(200);
    expect((await send('?dry_run=1')).body).toMatchObject({ id: null });
    const { body, headers } = await send('');
    expect((body as { id: number }).id).toEqual(expect.any(Number));
    expect(headers).not.toHaveProperty('idempotency-replayed');
  });

  test('shows hooks the change, and tells nobody of it afterwards', async () => {
    seen.length = 0;
    await service.post('/api/1.3/posts?dry_run=1', { headline: 'Seen by hooks' }).expect(200);
    expect(seen).toEqual(['Seen by hooks']);
    expect((await service.get('/api/1.3/posts/search?phrase=hooks').expect(200)).body).toEqual([]);
  });

  test('of the next version of a post leaves nothing behind that the write would show', async () => {
    await service.put('/api/1.3/posts/1?dry_run=1', { headline: 'Never', tags: ['never'] }).expect(200);
    await service.put('/api/1.3/posts/1', { subheadline: 'Now' }).expect(200);
    const { body } = await service.get('/api/1.3/posts/1').expect(200);
    expect(body).toMatchObject({ headline: 'Tides', tags: ['sea'], subheadline: 'Now' });
  });
});
