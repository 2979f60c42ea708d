import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EventStore } from '../../src/modules/changes/events/event-store.js';
import { Database } from '../../src/platform/database/database.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { eventually } from '../support/eventually.js';
import { PNG } from '../support/images.js';
import { newDocument, newImage } from '../support/media.js';
import { uploaded } from '../support/picture-client.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Client, type Service, startService } from '../support/service.js';

interface Change {
  readonly id: string;
  readonly type: string;
  readonly verb: string;
  readonly resource_id: number;
  readonly version: number;
  readonly changed: readonly string[];
  readonly at: number;
  readonly actor_id: number | null;
  readonly resource?: { readonly id: number; readonly headline?: string };
}
interface Page {
  readonly changes: readonly Change[];
  readonly next: string;
  readonly has_more: boolean;
}

let service: Service;
beforeAll(async () => {
  // Events get their places when the tests say so.
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
afterAll(() => service.stop());

const place = () => service.app.get(EventStore).place(500);
const read = async (query: string, client: Client = service): Promise<Page> =>
  (await client.get(`/api/1.3/changes?${query}`).expect(200)).body as Page;
const now = async () => {
  await place();
  return (await read('after=now')).next;
};
/** All changes since, as `type id verb version`. */
const since = async (token: string, client: Client = service): Promise<string[]> => {
  await place();
  const { changes } = await read(`after=${token}&limit=500`, client);
  return changes.map(({ type, resource_id, verb, version }) => `${type} ${resource_id} ${verb} ${version}`);
};
const idOf = ({ body }: { body: unknown }): number => (body as { id: number }).id;
const create = async (body: object = {}, door = 'posts') =>
  idOf(await service.post(`/api/1.3/${door}`, { headline: 'Tides', ...body }).expect(200));

test('the primary tag and the primary section are fields of their own', async () => {
  const { id: first } = (await service.post('/api/1.3/sections', { title: 'One', url: 'one', status: 2 }))
    .body as {
    id: number;
  };
  const { id: second } = (await service.post('/api/1.3/sections', { title: 'Two', url: 'two', status: 2 }))
    .body as { id: number };
  const id = await create({ tags: ['a', 'b'], sections: [first, second], primary_section: first });
  const token = await now();
  for (const fields of [{ primary_tag: 'b' }, { primary_section: second }, { primary_tag: 'c' }])
    await service.put(`/api/1.3/posts/${id}`, fields).expect(200);
  await place();
  const { changes } = await read(`after=${token}`);
  const named = changes.map(({ changed }) => changed.filter((field) => field !== 'post_url'));
  expect(named).toEqual([['primary_tag'], ['primary_section'], ['tags', 'primary_tag']]);
});

test('a post is told of from its creation to its end, with what has changed, by whom, and when', async () => {
  const token = await now();
  const started = Math.floor(Date.now() / 1000);
  const id = await create({}, 'drafts');
  await service.put(`/api/1.3/drafts/${id}`, { headline: 'High tides', action: 'publish' }).expect(200);
  await service.put(`/api/1.3/posts/${id}`, { action: 'unpublish' }).expect(200);
  await service.delete(`/api/1.3/drafts/${id}`).expect(200);
  await place();
  const { changes, next, has_more } = await read(`after=${token}`);
  expect(changes).toEqual([
    expect.objectContaining({ type: 'post', verb: 'create', resource_id: id, version: 1, changed: [] }),
    expect.objectContaining({ verb: 'publish', version: 2, actor_id: 1 }),
    expect.objectContaining({ verb: 'unpublish', version: 3 }),
    expect.objectContaining({ verb: 'remove', version: 4 }),
  ]);
  expect(changes[1]?.changed).toEqual(expect.arrayContaining(['headline', 'status']));
  for (const { id, at } of changes) {
    expect(id).toMatch(/^evt_\d+$/);
    expect(at).toBeGreaterThanOrEqual(started);
  }
  expect(has_more).toBe(false);
  expect(await since(next)).toEqual([]);
});

test('what changes nothing is not told of', async () => {
  const id = await create();
  const token = await now();
  await service.put(`/api/1.3/posts/${id}`, {}).expect(200);
  await service.put(`/api/1.3/posts/${id}`, { headline: 'Tides' }).expect(200);
  expect(await since(token)).toEqual([]);
});

test('other resources are told of, each by its kind; likes and follows are not', async () => {
  const id = await create();
  const token = await now();
  const section = idOf(await service.post('/api/1.3/sections', { title: 'Coast', url: 'coast' }).expect(200));
  const author = await service.createAuthorWithKey('Reader');
  const { id: image } = await uploaded(service, { name: 'pier.png', file: PNG });
  const badge = idOf(
    await service.post('/api/1.3/badges', { name: 'New', status: 0, image_id: image }).expect(200),
  );
  await service.post(`/api/1.3/posts/${id}/likes`).expect(200);
  await service.put(`/api/1.3/follows/1/section/${section}`).expect(200);
  await service.delete(`/api/1.3/badges/${badge}`).expect(200);
  expect(await since(token)).toEqual([
    `section ${section} create 1`,
    `author ${author.id} create 1`,
    `image ${image} create 1`,
    `badge ${badge} create 1`,
    `badge ${badge} delete 2`,
  ]);
  const some = await read(`after=${token}&types=section,badge`);
  expect(new Set(some.changes.map(({ type }) => type))).toEqual(new Set(['section', 'badge']));
  const { changes } = await read(`after=${token}&include=resource`);
  for (const change of changes) {
    const isGone = change.type === 'badge';
    const path = { author: '1.1/authors', section: '1.3/sections', image: '1.3/images' }[change.type] ?? '';
    const { body } = isGone ? { body: undefined } : await service.get(`/api/${path}/${change.resource_id}`);
    expect(change.resource).toEqual(body);
  }
});

test('pages follow each other without gap or double', async () => {
  const token = await now();
  const ids = [];
  for (let n = 0; n < 7; n++) ids.push(await create({ headline: `Tide ${n}` }));
  await place();
  const told: number[] = [];
  let page = await read(`after=${token}&limit=3`);
  for (; page.has_more; page = await read(`after=${page.next}&limit=3`))
    told.push(...page.changes.map(({ resource_id }) => resource_id));
  told.push(...page.changes.map(({ resource_id }) => resource_id));
  expect(told).toEqual(ids);
});

test('`include=resource` adds the post as GET answers it, and nothing of what is gone', async () => {
  const token = await now();
  const [kept, gone] = [await create({ tags: ['sea'] }), await create()];
  await service.delete(`/api/1.3/posts/${gone}`).expect(200);
  await place();
  const { changes } = await read(`after=${token}&include=resource`);
  const { body } = await service.get(`/api/1.3/posts/${kept}`).expect(200);
  expect(changes.map(({ resource }) => resource)).toEqual([body, undefined, undefined]);
  expect(changes[1]).not.toHaveProperty('resource');
});

describe('A key is told of what it may read', () => {
  test('of posts by one that reads no drafts, whose removal is all that it sees of their end', async () => {
    const { client } = await service.createAuthorWithKey('Reader');
    const token = await now();
    const id = await create({}, 'drafts');
    await service.put(`/api/1.3/drafts/${id}`, { headline: 'High tides' }).expect(200);
    await service.put(`/api/1.3/drafts/${id}`, { action: 'publish' }).expect(200);
    await service.put(`/api/1.3/posts/${id}`, { headline: 'Low tides', action: 'unpublish' }).expect(200);
    await service.delete(`/api/1.3/drafts/${id}`).expect(200);
    expect(await since(token, client)).toEqual([`post ${id} publish 3`, `post ${id} remove 4`]);
    const { changes } = await read(`after=${token}&include=resource`, client);
    expect(changes.at(-1)).toMatchObject({ changed: [], actor_id: null });
    expect(changes.at(0)).not.toHaveProperty('resource');
  });

  test('of own drafts by one that reads its own', async () => {
    const writer = await service.createAuthorWithKey('Guest Writer');
    const token = await now();
    const own = idOf(await writer.client.post('/api/1.3/drafts', { headline: 'Mine' }).expect(200));
    const given = await create({ roar_authors: [{ id: 1 }] }, 'drafts');
    await service.put(`/api/1.3/drafts/${given}`, { roar_author_ids: [writer.id] }).expect(200);
    await service.put(`/api/1.3/drafts/${given}`, { roar_author_ids: [1] }).expect(200);
    expect(await since(token, writer.client)).toEqual([
      `post ${own} create 1`,
      `post ${given} edit 2`,
      `post ${given} remove 3`,
    ]);
  });

  test('of drafts that leave a section, too', async () => {
    const [from, to] = [
      idOf(await service.post('/api/1.3/sections', { title: 'Piers', url: 'piers' }).expect(200)),
      idOf(await service.post('/api/1.3/sections', { title: 'Ports', url: 'ports' }).expect(200)),
    ];
    const { client } = await service.createAuthorWithKey('Reader');
    const [post, draft] = [await create({ sections: [from] }), await create({ sections: [from] }, 'drafts')];
    const token = await now();
    await service.delete(`/api/1.3/sections/${from}?destination_section_id=${to}`).expect(200);
    const isOfPosts = (change: string) => change.startsWith('post');
    await eventually(async () => (await since(token)).filter(isOfPosts).length, 2);
    expect((await since(token)).filter(isOfPosts)).toEqual([`post ${post} edit 2`, `post ${draft} edit 2`]);
    expect((await since(token, client)).filter(isOfPosts)).toEqual([`post ${post} edit 2`]);
  });

  test('of images that it sees', async () => {
    const { client } = await service.createAuthorWithKey('Reader');
    const token = await now();
    const { id } = await uploaded(service, { name: 'pier.png', file: PNG });
    expect(await since(token, client)).toEqual([]);
    await create({ image_id: id });
    expect(await since(token, client)).toContain(`image ${id} create 1`);
  });

  test.each(['images', 'documents'])('of the end of %s that it saw', async (kind) => {
    const [reader, writer] = [
      await service.createAuthorWithKey('Reader'),
      await service.createAuthorWithKey('Guest Writer'),
    ];
    const token = await now();
    const upload = kind === 'images' ? newImage : newDocument;
    const [shown, own] = [await upload(service), await upload(writer.client)];
    await create({ body: `<p>${shown.shortcode}</p>` });
    for (const { id } of [shown, own]) await service.delete(`/api/1.3/${kind}/${id}?force=1`).expect(200);
    const ends = async (client?: Client) =>
      (await since(token, client)).filter((change) => change.includes('delete'));
    const all = [shown, own].map(({ id }) => `${kind.slice(0, -1)} ${id} delete 2`);
    expect(await ends()).toEqual(all);
    expect(await ends(reader.client)).toEqual(all.slice(0, 1));
    expect(await ends(writer.client)).toEqual(all);
  });

  test('and without one of nothing', async () => {
    await service.as(null).get('/api/1.3/changes?after=now').expect(401);
  });
});

test.each([
  ['', 'after'],
  ['after=', 'after'],
  ['after=yesterday', 'after'],
  ['after=c99999999', 'after'],
  ['after=c99999999999999999999', 'after'],
  ['after=c-1', 'after'],
  ['after=now&limit=0', 'limit'],
  ['after=now&limit=many', 'limit'],
  ['after=now&types=post,likes', 'types'],
  ['after=now&types=', 'types'],
  ['after=now&types=constructor', 'types'],
  ['after=now&wait=-1', 'wait'],
  ['after=now&include=all', 'include'],
])('?%s is refused and names %s', async (query, field) => {
  const { body } = await service.get(`/api/1.3/changes?${query}`).expect(400);
  expect((body as { errors: { field: string }[] }).errors[0]?.field).toBe(field);
});

test('a limit above 500 is lowered', async () => {
  await service.get('/api/1.3/changes?after=start&limit=100000&wait=0').expect(200);
});

test('the number of statements does not depend on the number of changes', async () => {
  const counted = async (count: number) => {
    const token = await now();
    for (let n = 0; n < count; n++) await create({ headline: `Tide ${n}`, tags: ['sea'] });
    await place();
    const sent = await fewestStatements(service, async () => {
      expect((await read(`after=${token}&include=resource`)).changes).toHaveLength(count);
    });
    return sent.length;
  };
  expect(await counted(30)).toBe(await counted(3));
});

test('a token after which changes are not kept any more is gone, and `start` is the oldest that is', async () => {
  const token = await now();
  const [old, kept] = [await create(), await create()];
  await place();
  await service.app
    .get(UnitOfWork)
    .run(() =>
      service.app
        .get(Database)
        .execute(
          'UPDATE events SET created_ts = 1000 WHERE id <= (SELECT * FROM (SELECT MAX(id) FROM events WHERE resource_id = ?) last)',
          [old],
        ),
    );
  const { body } = await service.get(`/api/1.3/changes?after=${token}`).expect(410);
  expect(body).toMatchObject({ status: 410, code: 'changes-gone' });
  expect((body as { detail: string }).detail).toContain('after=now');
  const page = await read('after=start');
  expect(page.changes.map(({ resource_id }) => resource_id)).toEqual([kept]);
  expect(await since(page.next)).toEqual([]);
});
