import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { RevisionsRepository } from '../../src/modules/revisions/domain/revisions.repository.js';
import { RevertsService } from '../../src/modules/revisions/reverts.service.js';
import { Database } from '../../src/platform/database/database.js';
import { PNG } from '../support/images.js';
import { uploaded } from '../support/picture-client.js';
import { type Client, type Service, startService } from '../support/service.js';

interface Listed {
  readonly revision: number;
  readonly created_ts: number;
  readonly author_id: number | null;
  readonly changed: readonly string[];
}

interface Difference {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly diff?: readonly { readonly op: string; readonly text: string }[];
}

const posts = '/api/1.3/posts';
const create = async (client: Client, body: object, path = posts): Promise<number> =>
  ((await client.post(path, body).expect(200)).body as { id: number }).id;
const edit = async (client: Client, id: number, body: object): Promise<Record<string, unknown>> =>
  (await client.put(`${posts}/${id}`, body).expect(200)).body as Record<string, unknown>;
const list = async (client: Client, id: number, query = ''): Promise<Listed[]> =>
  (await client.get(`${posts}/${id}/revisions${query}`).expect(200)).body as Listed[];
const get = async (client: Client, id: number, revision: number): Promise<Record<string, unknown>> =>
  (await client.get(`${posts}/${id}/revisions/${revision}`).expect(200)).body as Record<string, unknown>;
const compare = async (client: Client, id: number, query: string): Promise<readonly Difference[]> => {
  const { body } = await client.get(`${posts}/${id}/revisions/compare?${query}`).expect(200);
  return (body as { fields: readonly Difference[] }).fields;
};

describe('The history of an article', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ environment: { SCHEDULER: 'off' }, settings: { revisions: { kept: 5 } } });
  });
  afterAll(() => service.stop());

  test('has each version with its time, its author and its changes, newest first', async () => {
    const editor = await service.createAuthorWithKey('Editor');
    const id = await create(service, { headline: 'One' });
    await edit(editor.client, id, { headline: 'Two', tags: ['a'] });
    await edit(service, id, { action: 'unpublish' });
    const all = await list(service, id);
    expect(all.map(({ revision, author_id, changed }) => [revision, author_id, changed])).toEqual([
      [3, 1, ['status']],
      [2, editor.id, ['headline', 'tags']],
      [1, 1, []],
    ]);
    const { inserted_ts: inserted } = (await service.get(`${posts}/${id}`)).body as { inserted_ts: number };
    for (const { created_ts } of all) expect(created_ts).toBeGreaterThanOrEqual(inserted);
    expect(await list(service, id, '?limit=1')).toEqual([all[0]]);
    expect(await list(service, id, '?limit=0')).toEqual([]);
    expect(await list(service, id, '?offset=1&limit=1')).toEqual([all[1]]);
    expect(await list(service, id, '?offset=2')).toEqual([all[2]]);
  });

  test('names the time of the last change where an edit sets nothing else', async () => {
    const id = await create(service, { headline: 'One', updated_ts: 1_700_000_000 });
    await edit(service, id, { updated_ts: 1_700_000_001 });
    await edit(service, id, { updated_ts: 1_700_000_002, headline: 'Two' });
    expect((await list(service, id)).map(({ changed }) => changed)).toEqual([
      ['headline'],
      ['updated_ts'],
      [],
    ]);
  });

  test('shows the article as it was, as the post object', async () => {
    const author = await service.createAuthorWithKey('Editor', { first_name: 'Ann', last_name: 'Reed' });
    const section = await create(service, { title: 'News', url: 'news', status: 2 }, '/api/1.3/sections');
    const sent = {
      headline: 'Before',
      body: '<p>Text &amp; more</p><script>no</script>',
      roar_author_ids: [author.id],
      sections: [section],
      tags: ['One', 'Two'],
      primary_tag: 'Two',
      product: { price: 5 },
      listicle: { items: [{ headline: 'Item', body: '<p>Item text</p>' }] },
    };
    const id = await create(service, sent);
    const before = (await service.get(`${posts}/${id}`).expect(200)).body as Record<string, unknown>;
    const other = {
      headline: 'After',
      body: '<p>Other</p>',
      tags: [],
      sections: [],
      product: {},
      listicle: null,
    };
    await edit(service, id, { ...other, roar_author_ids: [1] });
    expect(await get(service, id, 1)).toEqual(before);
    expect(await get(service, id, 2)).toMatchObject({ headline: 'After', version: 2 });
  });

  test('says in which fields two versions differ, and how texts do', async () => {
    const id = await create(service, { headline: 'The bridge is open', body: '<p>Since noon.</p>' });
    await edit(service, id, { headline: 'The old bridge is closed', subheadline: 'At last' });
    await edit(service, id, { tags: ['bridges'] });
    const fields = await compare(service, id, 'from=1&to=2');
    expect(fields.map(({ field }) => field)).toEqual(['headline', 'subheadline']);
    expect(fields[0]).toMatchObject({ from: 'The bridge is open', to: 'The old bridge is closed' });
    const diff = fields[0]?.diff ?? [];
    const textOf = (...ops: string[]) =>
      diff
        .filter(({ op }) => ops.includes(op))
        .map(({ text }) => text)
        .join('');
    expect(textOf('equal', 'delete')).toBe('The bridge is open');
    expect(textOf('equal', 'insert')).toBe('The old bridge is closed');
    expect(textOf('delete')).toContain('open');
    expect(fields[1]).toEqual({ field: 'subheadline', from: null, to: 'At last' });
    expect((await compare(service, id, 'from=2')).map(({ field }) => field)).toEqual(['tags']);
    expect(await compare(service, id, 'from=3')).toEqual([]);
    expect((await compare(service, id, 'from=2&to=1')).map(({ field }) => field)).toEqual([
      'headline',
      'subheadline',
    ]);
  });

  test('is brought back by revert: the content, not the state', async () => {
    const draft = { headline: 'Draft', manual_basename: 'first-slug', body: '<p>One</p>', tags: ['x'] };
    const id = await create(service, draft, '/api/1.3/drafts');
    await edit(service, id, { headline: 'Changed', manual_basename: 'second', body: null, tags: ['y', 'z'] });
    await edit(service, id, { action: 'publish' });
    const reverted = await edit(service, id, { action: 'revert', revision: 1 });
    expect(reverted).toMatchObject({ ...draft, status: 0, version: 4, basename: 'first-slug', warnings: [] });
    expect((await list(service, id))[0]?.changed).toEqual(
      expect.arrayContaining(['headline', 'body', 'tags', 'manual_basename', 'post_url']),
    );
    // Fields that are sent besides win.
    const both = await edit(service, id, { action: 'revert', revision: 2, headline: 'Third' });
    expect(both).toMatchObject({ headline: 'Third', body: null, basename: 'second', tags: ['y', 'z'] });
    // To go back to the present is no change.
    expect(await edit(service, id, { action: 'revert', revision: 5 })).toMatchObject({ version: 5 });
  });

  test.each([
    ['is the present one', 2, 'Two'],
    ['has items that go', 1, 'One'],
  ])(
    'is brought back also when the article is edited meanwhile, where the version %s',
    async (_what, revision, headline) => {
      const listicle = { items: [{ headline: 'A' }, { headline: 'B' }] };
      const id = await create(service, { headline: 'One', listicle });
      const { listicle: stored } = await edit(service, id, { headline: 'Two' });
      const reverts = service.app.get(RevertsService);
      const read = reverts.revertInput.bind(reverts);
      const reading = jest.spyOn(reverts, 'revertInput').mockImplementationOnce(async (...parameters) => {
        const former = await read(...parameters);
        await edit(service, id, { headline: 'Three', listicle: { items: [] } });
        return former;
      });
      const reverted = await edit(service, id, { action: 'revert', revision });
      reading.mockRestore();
      expect(reverted).toMatchObject({ headline, version: 4 });
      const headlinesOf = (of: unknown) =>
        (of as { items: { headline: string }[] }).items.map((item) => item.headline);
      expect(headlinesOf(reverted.listicle)).toEqual(headlinesOf(stored));
    },
  );

  test('has whole pages also when the article is edited while they are read', async () => {
    const id = await create(service, { headline: 'One' });
    for (const headline of ['Two', 'Three', 'Four']) await edit(service, id, { headline });
    const repository = service.app.get(RevisionsRepository);
    const read = repository.listMany.bind(repository);
    for (const query of ['?limit=3', '?offset=1&limit=2']) {
      const before = await list(service, id, query);
      const reading = jest.spyOn(repository, 'listMany').mockImplementationOnce(async (...parameters) => {
        await edit(service, id, { headline: `Edited ${query}` });
        return read(...parameters);
      });
      expect(await list(service, id, query)).toEqual(before);
      reading.mockRestore();
    }
  });

  test('is brought back without what is gone, with warnings', async () => {
    const author = await service.createAuthorWithKey('Editor');
    const section = await create(service, { title: 'Gone', url: 'gone', status: 2 }, '/api/1.3/sections');
    const image = (await uploaded(service, { name: 'gone.png', file: PNG })).id;
    const id = await create(service, {
      image_id: image,
      ...{ headline: 'H', sections: [section], roar_author_ids: [author.id] },
      listicle: { items: [{ headline: 'A' }, { headline: 'B' }] },
    });
    const items = async () =>
      (
        (await service.get(`${posts}/${id}`)).body as {
          listicle: { items: { id: number; headline: string }[] };
        }
      ).listicle.items;
    const [first] = await items();
    await edit(service, id, { sections: [], image_id: null, listicle: { items: [first] } });
    await service.delete(`/api/1.3/images/${image}`).expect(200);
    await service.delete(`/api/1.3/sections/${section}`).expect(200);
    const reverted = await edit(service, id, { action: 'revert', revision: 1 });
    expect(reverted).toMatchObject({ sections: [], image_id: null, roar_author_ids: [author.id] });
    expect(reverted.warnings).toEqual([
      `image_id: the image ${image} is gone, and left out`,
      `sections: the section ${section} is gone, and left out`,
    ]);
    const back = await items();
    expect(back.map(({ headline }) => headline)).toEqual(['A', 'B']);
    expect(back[0]?.id).toBe(first?.id);
  });

  test('is brought back without what the key’s author does not see, as it is shown to them', async () => {
    const writer = await service.createAuthorWithKey('Guest Writer');
    const image = (await uploaded(service, { name: 'unseen.png', file: PNG })).id;
    const id = await create(writer.client, { headline: 'H' }, '/api/1.3/drafts');
    const body = `<p>Below:</p>[cms-image ${image}]`;
    const listicle = { items: [{ headline: 'A', image_id: image, body }] };
    await edit(service, id, { image_id: image, body, listicle });
    await edit(service, id, { image_id: null, body: null, listicle: null });
    const former = await get(writer.client, id, 2);
    const reverted = await edit(writer.client, id, { action: 'revert', revision: 2 });
    expect(reverted).toMatchObject({
      image_id: null,
      body,
      description: former.description,
      listicle: { items: [{ headline: 'A', image_id: null, body }] },
    });
    expect(reverted.description).not.toContain('<img');
    const hidden = `There is no image ${image}: [cms-image …] is not shown.`;
    expect(reverted.warnings).toEqual([
      `image_id: the image ${image} is gone, and left out`,
      `listicle.items[0].image_id: the image ${image} is gone, and left out`,
      `body: ${hidden}`,
      `listicle.items[0].body: ${hidden}`,
    ]);
    await writer.client.put(`/api/1.3/drafts/${id}`, { image_id: image }).expect(400);
    const whole = await edit(service, id, { action: 'revert', revision: 2 });
    expect(whole).toMatchObject({ image_id: image, warnings: [] });
    expect(whole.description).toContain('<img');
  });

  test('survives removal and restore', async () => {
    const id = await create(service, { headline: 'Kept' });
    await edit(service, id, { headline: 'Kept still' });
    await service.delete(`${posts}/${id}`).expect(200);
    await service.get(`${posts}/${id}/revisions`).expect(404);
    await service.put(`/api/1.3/drafts/${id}`, { action: 'restore' }).expect(200);
    expect((await list(service, id)).map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
    expect(await get(service, id, 1)).toMatchObject({ headline: 'Kept', status: 0 });
    expect(await get(service, id, 3)).toMatchObject({ headline: 'Kept still', status: 3 });
  });

  test('ends where the setting says, with the texts that no version has any more', async () => {
    const text = (number: number) => `<p>${`Words of ${number}. `.repeat(200)}</p>`;
    const id = await create(service, { headline: 'H', body: text(0) });
    for (let number = 1; number <= 8; number++) await edit(service, id, { body: text(number) });
    expect((await list(service, id)).map(({ revision }) => revision)).toEqual([9, 8, 7, 6, 5, 4]);
    await service.get(`${posts}/${id}/revisions/3`).expect(404);
    expect(await get(service, id, 4)).toMatchObject({ body: text(3) });
    const [count] = await service.app
      .get(Database)
      .rows<{ texts: number }>('SELECT COUNT(*) AS texts FROM revision_texts WHERE article_id = ?', [id]);
    expect(Number(count?.texts)).toBe(5);
  });

  test('is bounded for long articles: unchanged parts are stored once', async () => {
    const paragraphs = Array.from(
      { length: 4000 },
      (_, index) => `<p>Paragraph ${index * 7919} of the text.</p>`,
    );
    const id = await create(service, { headline: 'Long', body: paragraphs.join('') });
    const former = paragraphs.join('');
    const size = async () => {
      const [row] = await service.app
        .get(Database)
        .rows<{ size: number }>(
          'SELECT SUM(LENGTH(content)) AS size FROM revision_texts WHERE article_id = ?',
          [id],
        );
      return Number(row?.size);
    };
    paragraphs[2000] = '<p>Another one 𝄞.</p>';
    await edit(service, id, { body: paragraphs.join('') });
    const first = await size();
    for (let turn = 0; turn < 4; turn++) {
      paragraphs[1000 * turn] = `<p>Turn ${turn}.</p>`;
      await edit(service, id, { body: paragraphs.join('') });
    }
    expect(await size()).toBeLessThan(3 * first);
    expect((await get(service, id, 1)).body).toBe(former);
    expect((await get(service, id, 4)).body).toContain('𝄞');
  });

  test('is for those who may edit the article', async () => {
    const writer = await service.createAuthorWithKey('Guest Writer');
    const other = await service.createAuthorWithKey('Guest Writer');
    const reader = await service.createAuthorWithKey('Reader');
    const id = await create(writer.client, { headline: 'Mine' }, '/api/1.3/drafts');
    await writer.client.put(`/api/1.3/drafts/${id}`, { headline: 'Mine still' }).expect(200);
    expect(await list(writer.client, id)).toHaveLength(2);
    for (const path of ['', '/1', '/compare?from=1']) {
      await other.client.get(`${posts}/${id}/revisions${path}`).expect(404);
      await reader.client.get(`${posts}/${id}/revisions${path}`).expect(403);
    }
    await other.client.put(`${posts}/${id}`, { action: 'revert', revision: 1 }).expect(404);
    await edit(service, id, { action: 'publish' });
    await writer.client.get(`${posts}/${id}/revisions`).expect(403);
    await writer.client.put(`${posts}/${id}`, { action: 'revert', revision: 1 }).expect(403);
  });

  test('names faults of requests', async () => {
    const id = await create(service, { headline: 'H' });
    for (const path of ['/0', '/2', '/99', '/compare?from=2', '/compare?from=1&to=9'])
      await service.get(`${posts}/${id}/revisions${path}`).expect(404);
    for (const query of ['', '?from=x', '?from=0', '?from=1&to=-1'])
      await service.get(`${posts}/${id}/revisions/compare${query}`).expect(400);
    for (const body of [
      { action: 'revert' },
      { revision: 1 },
      { action: 'publish', revision: 1 },
      { action: 'revert', revision: 'x' },
    ]) {
      const { body: problem } = await service.put(`${posts}/${id}`, body).expect(400);
      expect((problem as { errors: { field: string }[] }).errors[0]?.field).toBe('revision');
    }
    await service.put(`${posts}/${id}`, { action: 'revert', revision: 9 }).expect(404);
    await service.get(`${posts}/999999/revisions`).expect(404);
    const stale = service.put(`${posts}/${id}`, { action: 'revert', revision: 1 }).set('If-Match', '"7"');
    await stale.expect(412);
  });
});

test('A site may keep no versions', async () => {
  const service = await startService({
    environment: { SCHEDULER: 'off' },
    settings: { revisions: { kept: 0 } },
  });
  try {
    const id = await create(service, { headline: 'One' });
    await edit(service, id, { headline: 'Two' });
    expect((await list(service, id)).map(({ revision }) => revision)).toEqual([2]);
    await service.get(`${posts}/${id}/revisions/1`).expect(404);
  } finally {
    await service.stop();
  }
});
