import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { DOCUMENTS_PATH } from './document-uploads.js';
import { eventually } from './eventually.js';
import { PNG } from './images.js';
import { newsroom, SET } from './own-fields.js';
import { uploaded } from './picture-client.js';
import { type Service, type ServiceOptions, startService } from './service.js';

/** Of a service whose site is filled: with fields of an extension, without jobs. */
export const SITE: ServiceOptions = { extension: newsroom, environment: { SCHEDULER: 'off' } };

/** More than travels in one statement with other columns. */
const LONG_BODY = `<p>${'O\'Hara "wrote" this. '.repeat(60_000)}</p>`;

/** Ids of what {@link fillSite} has made. */
export interface SiteContent {
  readonly post: number;
  readonly draft: number;
  readonly listicle: number;
  readonly removed: number;
  readonly section: number;
  readonly author: number;
}

async function done(call: ReturnType<Service['post']>): Promise<{ id: number }> {
  const { status, body } = await call;
  expect({ status, detail: body.detail, errors: body.errors }).toEqual({ status: 200 });
  return body;
}

/** @returns the id of what was made */
async function made(call: ReturnType<Service['post']>): Promise<number> {
  return (await done(call)).id;
}

/** Puts something of every kind into a site. */
export async function fillSite(service: Service): Promise<SiteContent> {
  const image = await uploaded(service, { name: 'a.png', file: PNG }, { caption: 'A caption “with” marks' });
  // It is looked for after the answer.
  const isFound = async () => {
    const [row] = await service.app
      .get(Database)
      .rows<{ x: number | null }>('SELECT attention_x AS x FROM images');
    return typeof row?.x === 'number';
  };
  expect(await eventually(isFound, true)).toBe(true);
  const document = await service.post(DOCUMENTS_PATH).attach('file', Buffer.from('a,b\n1,2\n'), 'table.csv');
  expect(document.status).toBe(200);
  const shortcode: string = document.body.shortcode ?? document.body[0]?.shortcode ?? '';
  const author = await made(
    service.post('/api/1.1/authors', {
      name: 'ann',
      first_name: 'Ann',
      email: 'Ann@site.example',
      password: 'a secret of Ann',
      about_html: '<p>Writes<script>alert(1)</script></p>',
      image_id: image.id,
      role: 'Editor',
    }),
  );
  await done(
    service.put(`/api/1.1/authors/${author}`, { first_name: 'Ann', last_name: 'Lee', name: 'annlee' }),
  );
  const parent = await made(
    service.post('/api/1.3/sections', { title: 'World', url: 'world', status: 2, tags: ['Élan', 'b'] }),
  );
  const section = await made(
    service.post('/api/1.3/sections', {
      title: 'Asia',
      url: 'asia',
      status: 2,
      parent_id: parent,
      about_html: '<b>x</b>',
    }),
  );
  await done(service.put(`/api/1.3/sections/${section}`, { url: 'far-east' }));
  const badge = await made(
    service.post('/api/1.3/badges', {
      name: 'Hot',
      image_id: image.id,
      tags: ['hot'],
      link: { href: 'https://a.example' },
    }),
  );
  const post = await made(
    service.post('/api/1.3/posts', {
      ...SET,
      headline: 'Emoji 👩‍👩‍👧 and e\u0301 and \u00e9',
      body: `<p>line\u2028separator${image.shortcode}</p><script>1</script><p>${shortcode}</p>`,
      image_id: image.id,
      sections: [section, 0],
      tags: ['hot', 'Two', 'Élan '],
      badges: [badge],
      roar_author_ids: [author, 1],
      provider_post_id: 'ext-1',
      created_ts: 1_500_000_000,
    }),
  );
  await done(service.put(`/api/1.3/posts/${post}`, { manual_basename: 'another-url', action: 'publish' }));
  const draft = await made(
    service.post('/api/1.3/drafts', {
      headline: 'A draft',
      roar_specific_data: { a: [1, '2'] },
      body: LONG_BODY,
    }),
  );
  const listicle = await made(
    service.post('/api/1.3/posts', {
      headline: 'Ten things',
      listicle: {
        items: [
          { headline: 'One', image_id: image.id },
          { headline: 'Two', body: '<i>two</i>' },
        ],
      },
    }),
  );
  const scheduled = await made(service.post('/api/1.3/drafts', { headline: 'Later' }));
  await done(service.put(`/api/1.3/scheduled_posts/${scheduled}`, { scheduled_at: 4_000_000_000 }));
  const gone = { headline: 'Removed', body: '<p>Gone</p>', image_id: image.id };
  const removed = await made(service.post('/api/1.3/posts', gone));
  await done(service.delete(`/api/1.3/posts/${removed}`));
  await done(
    service.post('/api/1.3/webhooks', {
      url: 'https://partner.example/',
      sections: [section],
      basic_auth: 'u:hidden',
    }),
  );
  await done(service.put(`/api/1.3/sections/0/order`, { post_ids: [post] }));
  await done(service.post(`/api/1.3/posts/${post}/likes`, { author_id: author }));
  await done(service.put(`/api/1.3/follows/${author}/section/${section}`));
  await done(service.post(`/api/1.3/posts/${post}/page_views`, { count: 3 }));
  // Views are written with the next ranking at the latest.
  await done(service.get('/api/1.3/posts?order_by=popularity'));
  return { post, draft, listicle, removed, section, author };
}

/** The site as clients see it. */
export async function shownBy(service: Service, ids: SiteContent): Promise<Record<string, unknown>> {
  const paths = [
    ...[ids.post, ids.listicle].map((id) => `/api/1.3/posts/${id}`),
    ...['', '/1'].map((former) => `/api/1.3/posts/${ids.post}/revisions${former}`),
    `/api/1.3/drafts/${ids.draft}`,
    '/api/1.3/drafts?removed=1',
    '/api/1.3/posts?order_by=popularity',
    '/api/1.3/posts?phrase=emoji',
    '/api/1.3/posts/frontpage',
    '/api/1.3/scheduled_posts',
    '/api/1.3/sections',
    '/api/1.3/badges',
    '/api/1.1/authors',
    '/api/1.3/images',
    '/api/1.3/documents',
    `/api/1.3/posts/${ids.post}/likes`,
    `/api/1.3/follows/${ids.author}/section`,
    `/api/1.3/sections/${ids.section}`,
  ];
  const shown: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, body } = await service.get(path);
    shown[path] = { status, body };
  }
  return shown;
}

/** The files of a folder, each with its bytes as a text or, where they are long, with their SHA-256. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const content = names.map((one): [string, string] => {
    const bytes = readFileSync(join(one.parentPath, one.name));
    const isText = one.name.endsWith('.jsonl') || one.name.endsWith('.json');
    return [one.name, isText ? bytes.toString() : createHash('sha256').update(bytes).digest('hex')];
  });
  return Object.fromEntries(content.sort());
}

export const startSite = (options: ServiceOptions = {}): Promise<Service> =>
  startService({ ...SITE, ...options });
