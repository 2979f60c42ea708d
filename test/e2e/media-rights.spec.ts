import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Logger } from 'typeorm';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { createTestDatabase } from '../support/database.js';
import { DOCUMENTS_PATH } from '../support/document-uploads.js';
import { type Media, newDocument, newImage, newPdf } from '../support/media.js';
import { type ImageAnswer, IMAGES, ok } from '../support/picture-client.js';
import { type Client, type Service, startService } from '../support/service.js';
import { StatementCosts } from '../support/statement-costs.js';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';
const CONFINED = ['Guest Editor', 'Guest Writer', 'Community User'];

interface Author {
  readonly id: number;
  readonly client: Client;
}

let service: Service;
let editor: Client, reader: Client;
let community: number;
const authors = new Map<string, Author>();
function author(role: string): Author {
  const found = authors.get(role);
  if (!found) throw new Error(`Nobody is ${role}.`);
  return found;
}

beforeAll(async () => {
  service = await startService();
  for (const role of [...CONFINED, 'Editor', 'Reader', 'Guest Developer'])
    authors.set(role, await service.createAuthorWithKey(role));
  editor = author('Editor').client;
  reader = author('Reader').client;
  const page_settings = { allow_community_posts: true };
  community = await created('/api/1.3/sections', { title: 'C', url: 'c', status: 2, page_settings });
});
afterAll(() => service.stop());

const created = async (path: string, fields: object): Promise<number> =>
  (await ok<{ id: number }>(service.post(path, fields))).id;

interface Kind {
  readonly kind: 'image' | 'document';
  readonly path: string;
  make(client: Client): Promise<Media>;
  change(client: Client, media: Media): Promise<{ status: number; body: { code?: string } }>;
}

function urlOf(media: Media): string {
  const urls: { image_original_url?: string; file_original_url?: string } & Media = media;
  return urls.image_original_url ?? urls.file_original_url ?? '';
}

const KINDS: Kind[] = [
  {
    kind: 'image',
    path: IMAGES,
    make: newImage,
    change: async (client, media) =>
      client.put(`${IMAGES}/${media.id}`, {
        image_url: (media as ImageAnswer).image_original_url,
        caption: 'Changed',
      }),
  },
  {
    kind: 'document',
    path: DOCUMENTS_PATH,
    make: newDocument,
    change: async (client, { id }) =>
      client.put(`${DOCUMENTS_PATH}/${id}`).attach('file', newPdf(), 'report.pdf'),
  },
];

describe.each(KINDS)('Of each $kind', ({ kind, path, make, change }) => {
  const post = (media: Media) => created(POSTS, { headline: 'P', body: media.shortcode });
  const expectRefusals = async (client: Client, media: Media, code: string) => {
    const answers = [await change(client, media)];
    for (const force of ['', '?force=1']) answers.push(await client.delete(`${path}/${media.id}${force}`));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, code]));
  };

  test.each(CONFINED)('a %s changes and removes its own', async (role) => {
    const { client } = author(role);
    const own = await make(client);
    expect((await change(client, own)).status).toBe(200);
    await ok(client.get(`${path}/${own.id}`));
    await ok(client.delete(`${path}/${own.id}`));
    await client.get(`${path}/${own.id}`).expect(404);
  });

  test.each(CONFINED)('a %s changes and removes none of others', async (role) => {
    for (const other of [editor, author(CONFINED.find((name) => name !== role) ?? '').client])
      await expectRefusals(author(role).client, await make(other), `${kind}-not-own`);
  });

  test.each(CONFINED)('a %s changes and removes none of its own that a post shows', async (role) => {
    const { client } = author(role);
    const own = await make(client);
    const id = await post(own);
    await expectRefusals(client, own, `${kind}-published`);
    await ok(service.put(`${POSTS}/${id}`, { action: 'unpublish' }));
    expect((await change(client, own)).status).toBe(200);
  });

  test.each([
    ['an author', '/api/1.1/authors', { role: 'Reader', first_name: 'A', last_name: 'B' }],
    ['a section', '/api/1.3/sections', { title: 'S', url: `about-${kind}` }],
  ])(
    'a Community User changes and removes none that the text about %s links to',
    async (_of, door, fields) => {
      const { client } = author('Community User');
      const [own, free] = [await make(client), await make(client)];
      const about = { ...fields, about_html: `<p><a href="${urlOf(own)}">the rules</a></p>` };
      const id = await created(door, about);
      await expectRefusals(client, own, `${kind}-published`);
      expect((await change(client, free)).status).toBe(200);
      const { body } = await editor.delete(`${path}/${own.id}`).expect(409);
      expect(body.code).toBe(`${kind}-in-use`);
      expect(body.errors).toEqual([
        { field: 'id', message: expect.stringMatching(new RegExp(`^is used by (author|section) ${id} `)) },
      ]);
      await ok(service.put(`${door}/${id}`, { ...about, about_html: '' }));
      expect((await change(client, own)).status).toBe(200);
      await ok(client.delete(`${path}/${own.id}`));
    },
  );

  test('an Editor changes and removes any', async () => {
    const media = await make(author('Guest Writer').client);
    await post(media);
    expect((await change(editor, media)).status).toBe(200);
    await editor.delete(`${path}/${media.id}`).expect(409);
    await ok(editor.delete(`${path}/${media.id}?force=1`));
  });

  test('those that were there before anybody noted it are nobody’s own', async () => {
    const { client } = author('Guest Writer');
    const own = await make(client);
    await service.app
      .get(UnitOfWork)
      .run(() =>
        service.app.get(Database).execute(`UPDATE ${kind}s SET uploaded_by = NULL WHERE id = ?`, [own.id]),
      );
    await expectRefusals(client, own, `${kind}-not-own`);
    await client.get(`${path}/${own.id}`).expect(404);
  });

  test('Readers are shown what is published, writers what is their own besides', async () => {
    const { client: writer } = author('Guest Writer');
    const [hidden, own, shown] = [await make(editor), await make(writer), await make(editor)];
    const id = await post(shown);
    const listed = async (client: Client) => {
      const all = await ok<Media[]>(client.get(`${path}?limit=100`));
      const ids = all.map((media) => media.id);
      return [hidden, own, shown].map((media) => ids.includes(media.id));
    };
    const got = async (client: Client) => {
      const statuses = [];
      for (const media of [hidden, own, shown])
        statuses.push((await client.get(`${path}/${media.id}`)).status === 200);
      return statuses;
    };
    const expected: [client: Client, seen: boolean[]][] = [
      [reader, [false, false, true]],
      [author('Guest Developer').client, [false, false, true]],
      [author('Community User').client, [false, false, true]],
      [writer, [false, true, true]],
      [author('Guest Editor').client, [true, true, true]],
      [editor, [true, true, true]],
    ];
    for (const [client, seen] of expected)
      expect([await listed(client), await got(client)]).toEqual([seen, seen]);
    await ok(service.delete(`${POSTS}/${id}`));
    expect(await got(reader)).toEqual([false, false, false]);
  });

  test('a page is cut from what the reader sees', async () => {
    const shown: number[] = [];
    for (let n = 0; n < 3; n++) {
      const media = await make(editor);
      // Of two articles, it is one of the list.
      for (let posts = 0; posts < 2; posts++) await post(media);
      shown.unshift(media.id);
      await make(editor);
    }
    const page = async (query: string) =>
      (await ok<Media[]>(reader.get(`${path}?${query}`))).map(({ id }) => id);
    expect(await page('limit=2')).toEqual(shown.slice(0, 2));
    expect(await page('limit=1&offset=2')).toEqual(shown.slice(2));
    expect(await page('limit=0')).toEqual([]);
  });

  test.each(['Guest Writer', 'Community User'])(
    'nobody gets to see those of others by showing them in own drafts: %s',
    async (role) => {
      const { client } = author(role);
      const [hidden, own] = [await make(editor), await make(client)];
      const draft = { headline: 'D', sections: [community] };
      const fields = { body: `<p>${own.shortcode}</p>`, media: hidden.shortcode };
      for (const answer of [
        await client.post(DRAFTS, { ...draft, ...fields }),
        await client.post(DRAFTS, {
          ...draft,
          listicle: { items: [{ headline: 'I', body: hidden.shortcode }] },
        }),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
        expect(JSON.stringify(answer.body)).not.toContain('/res/');
        expect(answer.body.errors[0]).toEqual({
          field: expect.stringMatching(/^(media|listicle\.items\[0\]\.body)$/),
          message: `there is no ${kind} ${hidden.id}`,
        });
      }
      const { id } = await ok<Media>(client.post(DRAFTS, { ...draft, body: own.shortcode }));
      await client.put(`${DRAFTS}/${id}`, fields).expect(400);
      // Media that an editor has put there stay, and may be moved.
      await ok(service.put(`${DRAFTS}/${id}`, { media: hidden.shortcode }));
      await ok(client.put(`${DRAFTS}/${id}`, { media: null, body: hidden.shortcode }));
    },
  );
});

// Rows that were read are counted by the server; SQLite does not count them.
const onServer = createTestDatabase().isSqlite ? describe.skip : describe;
onServer.each(KINDS)('Of each $kind', ({ kind, path, make }) => {
  test('those that nothing shows cost Readers nothing', async () => {
    const { id } = await make(editor);
    const table = `${kind}s`;
    const database = service.app.get(Database);
    const [row = {}] = await database.rows<object>(`SELECT * FROM ${table} WHERE id = ?`, [id]);
    const columns = Object.keys(row).filter((name) => name !== 'id');
    const copy = `INSERT INTO ${table} (${columns.join()}) SELECT ${columns.join()} FROM ${table} WHERE id >= ?`;
    const change = (statement: string) =>
      service.app.get(UnitOfWork).run(() => database.execute(statement, [id]));
    for (let doublings = 0; doublings < 11; doublings++) await change(copy);
    const sent = jest.spyOn(database.sources.statements as Logger, 'logQuery');
    await reader.get(`${path}?limit=2`).expect(200);
    const statements = sent.mock.calls.filter(([sql]) => sql.includes(`article_${kind}s`));
    sent.mockRestore();
    const costs = await StatementCosts.open(service.database.url);
    let reads = 0;
    for (const [sql, parameters = []] of statements)
      reads += (await costs.of({ sql, parameters: parameters as unknown[] })).reads;
    await costs.close();
    await change(`DELETE FROM ${table} WHERE id > ?`);
    expect(statements.length).toBeGreaterThan(0);
    expect(reads).toBeLessThan(1000);
  });
});

describe('Images', () => {
  const places: [place: string, show: (image: ImageAnswer) => Promise<unknown>][] = [
    ['lead image of a post', ({ id }) => created(POSTS, { headline: 'P', image_id: id })],
    ['an author', ({ id }) => created('/api/1.1/authors', { role: 'Reader', image_id: id })],
    ['a badge', ({ id }) => created('/api/1.3/badges', { name: `B${id}`, image_id: String(id) })],
    [
      'a section',
      ({ id }) => created('/api/1.3/sections', { title: 'S', url: `s${id}`, url_header_image: { id } }),
    ],
  ];

  test.each(places)('of %s are seen by Readers, and kept from who uploaded them', async (_place, show) => {
    const { client } = author('Guest Writer');
    const own = await newImage(client);
    await reader.get(`${IMAGES}/${own.id}`).expect(404);
    await show(own);
    await ok(reader.get(`${IMAGES}/${own.id}`));
    const { status, body } = await client.delete(`${IMAGES}/${own.id}?force=1`);
    expect([status, body.code]).toEqual([403, 'image-published']);
  });

  test('of others cannot be the lead image of an own draft', async () => {
    const { id } = await newImage(editor);
    const { client } = author('Guest Writer');
    const { status, body } = await client.post(DRAFTS, { headline: 'D', image_id: id, teaser_image_id: id });
    expect([status, body.errors]).toEqual([
      400,
      ['image_id', 'teaser_image_id'].map((field) => ({ field, message: `there is no image ${id}` })),
    ]);
  });
});
