import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { PNG } from '../support/images.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

const UNKNOWN_CHANGES = [
  { field: 'If-Match', message: 'names a version since which it is not known what has changed' },
];

let service: Service;
let editor: { id: number; client: Client };
beforeAll(async () => {
  service = await startService();
  editor = await service.createAuthorWithKey('Editor');
});
afterAll(() => service.stop());

let count = 0;
interface Resource {
  readonly path: string;
  /** Changes the fields named in `fields`. */
  change(client: Client, value: string): Test;
  readonly fields: readonly string[];
  readonly isRemovable: boolean;
}

const idOf = async (created: Test) => ((await created.expect(200)).body as { id: number }).id;
const versionOf = (tag: string) => /^"(\d+)/.exec(tag)?.[1];
const inHours = (hours: number) => Math.floor(Date.now() / 1000) + 3600 * hours;

const RESOURCES: readonly (readonly [name: string, create: () => Promise<Resource>])[] = [
  [
    'A section',
    async () => {
      const url = `section-${++count}`;
      const path = `/api/1.3/sections/${await idOf(service.post('/api/1.3/sections', { title: url, url }))}`;
      return {
        path,
        change: (client, value) => client.put(path, { title: value, order: value.length }),
        fields: ['title', 'order'],
        isRemovable: true,
      };
    },
  ],
  [
    'An author',
    async () => {
      const path = `/api/1.1/authors/${await idOf(service.post('/api/1.1/authors', { first_name: 'Ann' }))}`;
      return {
        path,
        change: (client, value) => client.put(path, { first_name: 'Ann', last_name: value }),
        fields: ['last_name'],
        isRemovable: false,
      };
    },
  ],
  [
    'A badge',
    async () => {
      const image = await idOf(service.post('/api/1.3/images').attach('file', PNG, 'badge.png'));
      const path = `/api/1.3/badges/${await idOf(service.post('/api/1.3/badges', { name: 'B', image_id: String(image) }))}`;
      return {
        path,
        change: (client, value) => client.put(path, { name: value, tags: [value] }),
        fields: ['name', 'tags'],
        isRemovable: true,
      };
    },
  ],
  [
    'An image',
    async () => {
      const id = await idOf(service.post('/api/1.3/images').attach('file', PNG, 'image.png'));
      const path = `/api/1.3/images/${id}`;
      const { body } = await service.get(path).expect(200);
      const { image_original_url: url } = body as { image_original_url: string };
      expect(url).toContain(BASE_URL);
      return {
        path,
        change: (client, value) => client.put(path, { image_url: url, caption: value }),
        fields: ['caption'],
        isRemovable: true,
      };
    },
  ],
  [
    'A document',
    async () => {
      const upload = (test: Test, text: string) => test.attach('file', Buffer.from(text), `a.csv`);
      const path = `/api/1.3/documents/${await idOf(upload(service.post('/api/1.3/documents'), 'a,b\n'))}`;
      return {
        path,
        change: (client, value) => upload(client.put(path), `a,${value}\n`),
        fields: ['file'],
        isRemovable: true,
      };
    },
  ],
  [
    'A scheduled post',
    async () => {
      const id = await idOf(service.post('/api/1.3/drafts', { headline: 'Later' }));
      const path = `/api/1.3/scheduled_posts/${id}`;
      await service.put(path, { scheduled_at: inHours(1) }).expect(200);
      return {
        path,
        change: (client, value) => client.put(path, { scheduled_at: inHours(1) + value.length * 60 }),
        fields: ['scheduled_at'],
        isRemovable: true,
      };
    },
  ],
  [
    'A draft',
    async () => {
      const path = `/api/1.3/drafts/${await idOf(service.post('/api/1.3/drafts', { headline: 'D' }))}`;
      return {
        path,
        change: (client, value) => client.put(path, { og_title: value, tags: [value] }),
        fields: ['og_title', 'tags'],
        isRemovable: true,
      };
    },
  ],
];

const fieldsOf = (body: unknown) =>
  (body as { changed: readonly { field: string }[] }).changed.map(({ field }) => field);

describe.each(RESOURCES)('%s', (_name, create) => {
  const tagOf = async (path: string): Promise<string> =>
    String((await service.get(path).expect(200)).headers.etag);

  test('has a strong entity tag, which every change replaces, and nothing else', async () => {
    const { path, change } = await create();
    const first = await tagOf(path);
    expect(first).toMatch(/^"\d+-[\w-]{27}"$/);
    expect(await tagOf(path)).toBe(first);
    const version = String((await change(service, 'one').expect(200)).headers.etag);
    expect(version).toMatch(/^"\d+"$/);
    expect(versionOf(version)).not.toBe(versionOf(first));
    expect(versionOf(await tagOf(path))).toBe(versionOf(version));
  });

  test('is answered 304 to a request that names its tag in If-None-Match', async () => {
    const { path, change } = await create();
    const tag = await tagOf(path);
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
      const { text, headers } = await service.get(path).set('If-None-Match', known).expect(304);
      expect([text, headers.etag]).toEqual(['', tag]);
    }
    expect((await service.head(path).set('If-None-Match', tag).expect(304)).headers.etag).toBe(tag);
    await service.get(path).set('If-None-Match', '"1"').expect(200);
    await change(service, 'one').expect(200);
    await service.get(path).set('If-None-Match', tag).expect(200);
  });

  test('is changed when If-Match names its version, any version, or is not there', async () => {
    const { path, change } = await create();
    await change(service, 'a')
      .set('If-Match', await tagOf(path))
      .expect(200);
    await change(service, 'ab')
      .set('If-Match', `"99999", ${await tagOf(path)}`)
      .expect(200);
    await change(service, 'abc').set('If-Match', '*').expect(200);
    await change(service, 'abcd').expect(200);
  });

  test('that has changed since is left alone, saying what has changed, when and by whom', async () => {
    const { path, change, fields } = await create();
    const seen = await tagOf(path);
    const began = Math.floor(Date.now() / 1000);
    await change(editor.client, 'by the editor').expect(200);
    const shown = await service.get(path);
    const { body } = await change(service, 'mine').set('If-Match', seen).expect(412);
    expect(body).toMatchObject({ code: 'version-mismatch', status: 412, changed_by: editor.id });
    const { changed, changed_at: at } = body as {
      changed: readonly { changed_at: number; changed_by: number }[];
      changed_at: number;
    };
    expect(at).toBeGreaterThanOrEqual(began);
    const version = Number(versionOf(await tagOf(path)));
    expect(body).toMatchObject({ current: { version, updated_ts: at, author_id: editor.id } });
    const errors = fieldsOf(body).map((field) => ({ field, message: 'has been changed since' }));
    expect((body as { errors: unknown }).errors).toEqual(errors);
    expect(fieldsOf(body).sort()).toEqual([...fields].sort());
    for (const field of changed)
      expect(field).toMatchObject({ changed_at: expect.any(Number), changed_by: editor.id });
    expect((await service.get(path)).body).toEqual(shown.body);
    for (const tag of [`W/${await tagOf(path)}`, '"x"', 'nonsense'])
      await change(service, 'mine').set('If-Match', tag).expect(412);
  });

  test('that is as it was created says when that was', async () => {
    const began = Math.floor(Date.now() / 1000);
    const { path, change } = await create();
    const { body } = await change(service, 'mine').set('If-Match', '"99999"').expect(412);
    const { current } = body as { current: { version: number; updated_ts: number } };
    expect(body).toMatchObject({ errors: UNKNOWN_CHANGES });
    expect(current.version).toBe(Number(versionOf(await tagOf(path))));
    expect(current.updated_ts).toBeGreaterThanOrEqual(began);
  });

  test('is removed only at the version that was seen', async () => {
    const { path, change, isRemovable } = await create();
    if (!isRemovable) return;
    const seen = await tagOf(path);
    await change(editor.client, 'newer').expect(200);
    const { body } = await service.delete(path).set('If-Match', seen).expect(412);
    expect(fieldsOf(body)).not.toEqual([]);
    await service
      .delete(path)
      .set('If-Match', await tagOf(path))
      .expect(200);
  });

  test('does not tell what has changed when that was too long ago', async () => {
    const { path, change } = await create();
    const seen = await tagOf(path);
    for (let n = 1; n <= 20; n++) await change(service, 'x'.repeat(n + 30)).expect(200);
    const { body: known } = await change(service, 'y').set('If-Match', seen).expect(412);
    expect(fieldsOf(known)).not.toEqual([]);
    await change(service, 'x'.repeat(60)).expect(200);
    const { body } = await change(service, 'y').set('If-Match', seen).expect(412);
    expect(body).not.toHaveProperty('changed');
    expect(body).toMatchObject({ errors: UNKNOWN_CHANGES });
    expect(body).toMatchObject({ current: { version: expect.any(Number), author_id: 1 } });
    expect(body).toMatchObject({ changed_by: 1, changed_at: expect.any(Number) });
  });
});

test('sections, tags and authors that stay as they are have not changed', async () => {
  const section = await idOf(service.post('/api/1.3/sections', { title: 'Kept', url: 'kept' }));
  const placed = { sections: [section], primary_section: section, tags: ['One'], roar_author_ids: [1] };
  const path = `/api/1.3/drafts/${await idOf(service.post('/api/1.3/drafts', { headline: 'D', ...placed }))}`;
  await service.put(path, { og_title: 'b' }).expect(200);
  const { body } = await service.put(path, { og_title: 'c' }).set('If-Match', '"1"').expect(412);
  expect(fieldsOf(body)).toEqual(['og_title']);
});

test('each field is named once, with its latest change', async () => {
  const path = `/api/1.3/drafts/${await idOf(service.post('/api/1.3/drafts', { headline: 'D' }))}`;
  await service.put(path, { og_title: 'a', og_description: 'b' }).expect(200);
  await editor.client.put(path, { og_title: 'c' }).expect(200);
  const { body } = await service.put(path, { og_title: 'd' }).set('If-Match', '"1"').expect(412);
  expect((body as { changed: unknown }).changed).toEqual([
    { field: 'og_title', changed_at: expect.any(Number), changed_by: editor.id },
    { field: 'og_description', changed_at: expect.any(Number), changed_by: 1 },
  ]);
});

test('a section that moves with the one above it has another version', async () => {
  const create = async (url: string, more: object = {}) =>
    idOf(service.post('/api/1.3/sections', { title: url, url, ...more }));
  const parent = await create('above');
  const child = `/api/1.3/sections/${await create('below', { parent_id: parent })}`;
  const { headers } = await service.get(child).expect(200);
  await service.put(`/api/1.3/sections/${parent}`, { url: 'higher' }).expect(200);
  const { body } = await service.put(child, { title: 'T' }).set('If-Match', String(headers.etag)).expect(412);
  expect(fieldsOf(body)).toEqual(['full_url']);
});

test.each([
  ['a section', '/api/1.3/sections', { title: 'Back', url: 'back', status: 2, tags: ['a'] }],
  ['a section with hardly anything', '/api/1.3/sections', { title: 'Bare', url: 'bare' }],
  ['an author', '/api/1.1/authors', { first_name: 'Back', last_name: 'Again' }],
])('%s that is sent back as it was shown has no new version', async (_name, path, fields) => {
  const resource = `${path}/${await idOf(service.post(path, fields))}`;
  const { body, headers } = await service.get(resource).expect(200);
  await service.put(resource, { ...fields, ...(body as object) }).expect(200);
  expect((await service.get(resource)).headers.etag).toBe(headers.etag);
});

test('of several that change one version at once, one does', async () => {
  const path = `/api/1.3/sections/${await idOf(service.post('/api/1.3/sections', { title: 'R', url: 'race' }))}`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      service
        .put(path, { title: `R${n}` })
        .set('If-Match', '"1"')
        .then(),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
});
