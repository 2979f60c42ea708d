import { expect } from '@jest/globals';
import type { Test } from 'supertest';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { PNG } from './images.js';
import type { Service } from './service.js';
import type { WebhookReceiver } from './webhook-receiver.js';

/** A site that is written to, with a receiver of its webhooks. */
export class WrittenSite {
  /** Names that were given. */
  names = 0;

  constructor(
    readonly service: Service,
    readonly receiver: WebhookReceiver,
  ) {}

  /** A name that nothing has yet. */
  name(): string {
    return `n${++this.names}`;
  }
}

/** Preparation, which gives a path or an id; then the request, and its records. */
export type WriteCase = readonly [
  prepare: (site: WrittenSite) => Promise<unknown>,
  send: (site: WrittenSite, there: never) => Test,
  recorded: string,
];

export async function idOf(sent: PromiseLike<{ status: number; body: unknown }>): Promise<number> {
  const { status, body } = await sent;
  expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.any(Number) })]);
  return (body as { id: number }).id;
}

export const image = (site: WrittenSite) =>
  site.service.post('/api/1.3/images').attach('file', PNG, `${site.name()}.png`);
export const document = (site: WrittenSite) =>
  site.service.post('/api/1.3/documents').attach('file', Buffer.from(`a,b\n${site.name()},2\n`), 'a.csv');
const section = (site: WrittenSite) =>
  site.service.post('/api/1.3/sections', { title: site.name(), url: `s-${site.name()}` });
const badge = async (site: WrittenSite) =>
  site.service.post('/api/1.3/badges', { name: site.name(), image_id: await idOf(image(site)) });
export const post = (site: WrittenSite) => site.service.post('/api/1.3/posts', { headline: site.name() });
export const draft = (site: WrittenSite) => site.service.post('/api/1.3/drafts', { headline: site.name() });
const author = (site: WrittenSite) => site.service.post('/api/1.1/authors', { first_name: site.name() });
const redirect = (site: WrittenSite) =>
  site.service.post('/api/1.3/redirects', { from: `/${site.name()}`, to: '/' });
const webhook = (site: WrittenSite) => site.service.post('/api/1.3/webhooks', { url: site.receiver.url() });
const key = (site: WrittenSite) => site.service.post('/api/1.1/keys', { name: site.name() });
const FUTURE_TS = 4_000_000_000;
const schedule = (site: WrittenSite, id: number) =>
  site.service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: FUTURE_TS });
const like = (site: WrittenSite, id: number) => site.service.post(`/api/1.3/posts/${id}/likes`, {});
const follow = (site: WrittenSite, id: number) => site.service.put(`/api/1.3/follows/1/section/${id}`);
const previews = (id: number) => `/api/1.3/drafts/${id}/preview_links`;
const delivered = async (site: WrittenSite) => {
  const { app } = site.service;
  const id = await idOf(webhook(site));
  const { body } = await site.service.post(`/api/1.3/webhooks/${id}/test`).expect(200);
  await app
    .get(UnitOfWork)
    .run(() =>
      app
        .get(Database)
        .execute("UPDATE webhook_deliveries SET action = 'publish' WHERE webhook_id = ?", [id]),
    );
  return `/api/1.3/webhooks/${id}/deliveries/${(body as { id: number }).id}/replay`;
};

const nothing = () => Promise.resolve();
const make =
  (prepare: (site: WrittenSite) => PromiseLike<{ status: number; body: unknown }>) => (site: WrittenSite) =>
    idOf(prepare(site));
const one = <T>(
  prepare: (site: WrittenSite) => Promise<T>,
  send: (site: WrittenSite, there: T) => Test,
  ...recorded: string[]
): WriteCase => [prepare, send, recorded.join(', ')];

/** Requests by write routes of the API, by route. */
export const WRITE_CASES: Readonly<Record<string, WriteCase>> = {
  'POST /api/1.3/images': one(nothing, image, 'image create'),
  'PUT /api/1.3/images/{id}': one(
    async (site) => (await image(site)).body as { id: number; image_original_url: string },
    (site, { id, image_original_url: image_url }) =>
      site.service.put(`/api/1.3/images/${id}`, { image_url, caption: site.name() }),
    'image edit',
  ),
  'DELETE /api/1.3/images/{id}': one(
    make(image),
    (site, id) => site.service.delete(`/api/1.3/images/${id}`),
    'image delete',
  ),
  'POST /api/1.3/documents': one(nothing, document, 'document create'),
  'PUT /api/1.3/documents/{id}': one(
    make(document),
    (site, id) =>
      site.service
        .put(`/api/1.3/documents/${id}`)
        .attach('file', Buffer.from(`a,${site.name()}\n1,2\n`), 'a.csv'),
    'document edit',
  ),
  'DELETE /api/1.3/documents/{id}': one(
    make(document),
    (site, id) => site.service.delete(`/api/1.3/documents/${id}`),
    'document delete',
  ),
  'POST /api/1.1/authors': one(nothing, author, 'author create'),
  'PUT /api/1.1/authors/{id}': one(
    make(author),
    (site, id) => site.service.put(`/api/1.1/authors/${id}`, { first_name: site.name(), last_name: 'N' }),
    'author edit',
  ),
  'POST /api/1.3/sections': one(nothing, section, 'section create'),
  'PUT /api/1.3/sections/{id}': one(
    make(section),
    (site, id) => site.service.put(`/api/1.3/sections/${id}`, { title: site.name() }),
    'section edit',
  ),
  'DELETE /api/1.3/sections/{id}': one(
    make(section),
    (site, id) => site.service.delete(`/api/1.3/sections/${id}`),
    'section delete',
  ),
  'POST /api/1.3/badges': one(
    make(image),
    (site, id) => site.service.post('/api/1.3/badges', { name: site.name(), image_id: id }),
    'badge create',
  ),
  'PUT /api/1.3/badges/{id}': one(
    make(badge),
    (site, id) => site.service.put(`/api/1.3/badges/${id}`, { name: site.name() }),
    'badge edit',
  ),
  'DELETE /api/1.3/badges/{id}': one(
    make(badge),
    (site, id) => site.service.delete(`/api/1.3/badges/${id}`),
    'badge delete',
  ),
  'POST /api/1.3/redirects': one(nothing, redirect, 'redirect create'),
  'DELETE /api/1.3/redirects/{id}': one(
    make(redirect),
    (site, id) => site.service.delete(`/api/1.3/redirects/${id}`),
    'redirect delete',
  ),
  'POST /api/1.3/posts': one(nothing, post, 'post create'),
  'PUT /api/1.3/posts/by-provider/{provider_id}/{provider_post_id}': one(
    nothing,
    (site) => site.service.put(`/api/1.3/posts/by-provider/20/${site.name()}`, { headline: 'By provider' }),
    'post create',
  ),
  'POST /api/1.3/posts/bulk': one(
    async (site) => {
      const provider_post_id = site.name();
      await site.service.put(`/api/1.3/posts/by-provider/20/${provider_post_id}`, { headline: 'Known' });
      return provider_post_id;
    },
    (site, provider_post_id) =>
      site.service.post('/api/1.3/posts/bulk', [
        { headline: site.name() },
        { headline: '' },
        { headline: site.name(), provider_post_id },
        { headline: site.name(), status: 'draft' },
      ]),
    'post create',
    'post edit',
    'post create',
  ),
  'PUT /api/1.3/posts/{id}': one(
    make(post),
    (site, id) => site.service.put(`/api/1.3/posts/${id}`, { headline: site.name() }),
    'post edit',
  ),
  'DELETE /api/1.3/posts/{id}': one(
    make(post),
    (site, id) => site.service.delete(`/api/1.3/posts/${id}`),
    'post remove',
  ),
  'PUT /api/1.3/sections/{id}/order': one(
    async (site) => {
      const id = await idOf(section(site));
      return {
        id,
        post_ids: [await idOf(site.service.post('/api/1.3/posts', { headline: 'Pin', sections: [id] }))],
      };
    },
    (site, { id, post_ids }) => site.service.put(`/api/1.3/sections/${id}/order`, { post_ids }),
    'section order',
  ),
  'POST /api/1.3/drafts': one(nothing, draft, 'post create'),
  'PUT /api/1.3/drafts/{id}': one(
    make(draft),
    (site, id) => site.service.put(`/api/1.3/drafts/${id}`, { action: 'publish' }),
    'post publish',
  ),
  'DELETE /api/1.3/drafts/{id}': one(
    make(draft),
    (site, id) => site.service.delete(`/api/1.3/drafts/${id}`),
    'post remove',
  ),
  'POST /api/1.3/drafts/{id}/preview_links': one(
    make(draft),
    (site, id) => site.service.post(previews(id), {}),
    'preview-link create',
  ),
  'DELETE /api/1.3/drafts/{id}/preview_links/{link_id}': one(
    async (site) => {
      const path = previews(await idOf(draft(site)));
      return `${path}/${await idOf(site.service.post(path, {}))}`;
    },
    (site, path) => site.service.delete(path),
    'preview-link revoke',
  ),
  'PUT /api/1.3/scheduled_posts/{id}': one(make(draft), schedule, 'post schedule'),
  'DELETE /api/1.3/scheduled_posts/{id}': one(
    make(async (site) => {
      const id = await idOf(draft(site));
      return schedule(site, id);
    }),
    (site, id) => site.service.delete(`/api/1.3/scheduled_posts/${id}`),
    'post unschedule',
  ),
  'POST /api/1.3/posts/{id}/likes': one(make(post), like, 'like create'),
  'DELETE /api/1.3/posts/{id}/likes/{author_id}': one(
    async (site) => {
      const id = await idOf(post(site));
      await like(site, id).expect(200);
      return id;
    },
    (site, id) => site.service.delete(`/api/1.3/posts/${id}/likes/1`),
    'like delete',
  ),
  'PUT /api/1.3/follows/{author_id}/section/{section_id}': one(make(section), follow, 'follow create'),
  'DELETE /api/1.3/follows/{author_id}/section/{section_id}': one(
    async (site) => {
      const id = await idOf(section(site));
      await follow(site, id).expect(200);
      return id;
    },
    (site, id) => site.service.delete(`/api/1.3/follows/1/section/${id}`),
    'follow delete',
  ),
  'POST /api/1.1/keys': one(nothing, key, 'key create'),
  'DELETE /api/1.1/keys/{id}': one(
    make(key),
    (site, id) => site.service.delete(`/api/1.1/keys/${id}`),
    'key revoke',
  ),
  'POST /api/1.3/webhooks': one(nothing, webhook, 'webhook create'),
  'PUT /api/1.3/webhooks/{id}': one(
    make(webhook),
    (site, id) => site.service.put(`/api/1.3/webhooks/${id}`, { is_active: false }),
    'webhook edit',
  ),
  'DELETE /api/1.3/webhooks/{id}': one(
    make(webhook),
    (site, id) => site.service.delete(`/api/1.3/webhooks/${id}`),
    'webhook delete',
  ),
  'POST /api/1.3/webhooks/{id}/deliveries/{delivery_id}/replay': one(
    delivered,
    (site, path) => site.service.post(path),
    'webhook-delivery replay',
  ),
  'POST /api/1.3/webhooks/{id}/test': one(
    make(webhook),
    (site, id) => site.service.post(`/api/1.3/webhooks/${id}/test`),
    'webhook-delivery test',
  ),
};
