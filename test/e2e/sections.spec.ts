import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { type Client, type Service, startService } from '../support/service.js';

const SECTIONS = '/api/1.3/sections';
const POSTS = '/api/1.3/posts';
const [PRIVATE, PUBLIC, UNLISTED] = [1, 2, 3];
const FLAGS = ['open_in_new_tab', 'allow_community_posts', 'hide_from_entry_editor'];
const IMAGE = 'https://images.example/wide.jpg?a=b&c';

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { site: { id: 7 } } });
});
afterAll(() => service.stop());

type Section = Readonly<Record<'id' | 'parent_id' | 'order', number> & Record<'url' | 'full_url', string>>;
type Chain = [Section, Section, Section, Section];

const flags = (isOn: boolean) => Object.fromEntries(FLAGS.map((name) => [name, isOn]));
let serial = 0;
const slug = () => `section-${++serial}`;
const post = (fields: object) => service.post(SECTIONS, { title: 'Title', url: slug(), ...fields });
const put = (id: number, fields: object, client: Client = service) => client.put(`${SECTIONS}/${id}`, fields);
const remove = (id: number, query = '') => service.delete(`${SECTIONS}/${id}${query}`);
const create = async (fields: object = {}) => (await post(fields).expect(200)).body;
const edit = async (id: number, fields: object) => (await put(id, fields).expect(200)).body;
const get = async (id: number) => (await service.get(`${SECTIONS}/${id}`).expect(200)).body;
const list = async (): Promise<Section[]> => (await service.get(SECTIONS).expect(200)).body;
const write = (fields: object) => service.post(POSTS, { headline: 'P', ...fields });
const publish = async (fields: object) => (await write(fields).expect(200)).body;
const readPost = async ({ id }: { id: number }) => (await service.get(`${POSTS}/${id}`).expect(200)).body;

/** As many sections as asked for, each below the one before. */
async function chain(length: number): Promise<Chain> {
  const sections: Section[] = [];
  while (sections.length < length) sections.push(await create({ parent_id: sections.at(-1)?.id ?? 0 }));
  return sections as Chain;
}

/** Names the fields that a refusal complains of. */
async function refusal(answer: ReturnType<typeof post>, status = 400): Promise<string[]> {
  const { errors } = (await answer.expect(status)).body as { errors: { field: string }[] };
  return errors.map(({ field }) => field);
}

describe('The section object', () => {
  test('made of title and url has the defaults', async () => {
    const section = await create({ title: 'Local', url: 'local' });
    const { page_settings, id, created_ts, order, ...rest } = section;
    const texts = {
      title: 'Local',
      url: 'local',
      full_url: '/local',
      about_html: '',
      about_html_safe: '',
      url_header_image: '',
    };
    const others = { status: PRIVATE, domain: null, tags: [], site_id: 7, parent_id: 0, type: 2 };
    expect(rest).toEqual({ ...texts, ...others });
    expect(page_settings).toMatchObject(flags(false));
    expect([id, created_ts, order].filter(Number.isInteger)).toHaveLength(3);
    expect(Math.abs(created_ts - Date.now() / 1000)).toBeLessThan(20);
    expect(await get(id)).toEqual(section);
    expect(await list()).toContainEqual(section);
  });

  test('shows all that was sent, byte for byte', async () => {
    const text = ' 👩‍👩‍👧 e\u0301 \u00e9 שלום \u200fعربي ﬁ İı ß\t<b>"\\ ';
    const page_settings = flags(true);
    const fields = { title: text, about_html: text, tags: [text, 'b', 'a'], status: UNLISTED, page_settings };
    const section = await create({ ...fields, url_header_image: { url: IMAGE } });
    const shown = { ...fields, page_settings: expect.objectContaining(page_settings) };
    expect(section).toMatchObject({ ...shown, url_header_image: IMAGE });
    expect(await get(section.id)).toEqual(section);
  });

  test('of an unknown section is 404, for a change and a deletion as well', async () => {
    const answers = [service.get(`${SECTIONS}/999999`), put(999999, { title: 'T' }), remove(999999)];
    for (const answer of answers) await answer.expect(404);
  });

  test.each([
    ['title', [undefined, '', ['T'], {}]],
    ['url', [undefined, '', 'a/b', 'a b', '/a', '..', 'a?b', ['a'], {}]],
    ['status', [0, 4, -1, 1.5, 'public', [2]]],
    ['parent_id', [999999, 'news', -1, [1]]],
    ['page_settings', ['yes', [1], 5]],
  ])('is not made with a wrong %s, like any of %j', async (field, values) => {
    for (const value of values) expect(await refusal(post({ [field]: value }))).toEqual([field]);
  });

  test('takes numbers and flags as strings', async () => {
    const parent = await create();
    const page_settings = { open_in_new_tab: 1, allow_community_posts: 'true', hide_from_entry_editor: '0' };
    const section = await create({ status: '2', parent_id: String(parent.id), page_settings });
    expect(section).toMatchObject({ status: PUBLIC, parent_id: parent.id });
    expect(section.page_settings).toMatchObject({ ...flags(true), hide_from_entry_editor: false });
  });
});

describe('PUT', () => {
  test('leaves what is omitted, and clears what is null', async () => {
    const fields = { about_html: 'x', url_header_image: IMAGE, tags: ['a'], status: PUBLIC };
    const section = await create({ ...fields, page_settings: { open_in_new_tab: true } });
    expect(await edit(section.id, { title: 'New' })).toEqual({ ...section, title: 'New' });
    const nothing = { about_html: null, url_header_image: null, tags: null, page_settings: null };
    const cleared = await edit(section.id, nothing);
    expect(cleared).toMatchObject({ title: 'New', about_html: '', url_header_image: '', tags: [] });
    expect(cleared.page_settings).toMatchObject(flags(false));
  });

  test.each([PRIVATE, PUBLIC, UNLISTED])('moves a section to status %i', async (status) => {
    const { id } = await create({ status: (status % 3) + 1 });
    expect(await edit(id, { status })).toMatchObject({ status });
  });

  test('of an object that was read changes nothing, nor the rules of the section', async () => {
    const page_settings = { lock_posts_after_publishing: true, allow_community_posts: true };
    const parent_id = (await create()).id;
    const fields = { tags: ['a', 'b'], page_settings, parent_id, status: PUBLIC, about_html: 'x' };
    const section = await create(fields);
    const written = await publish({ sections: [section.id] });
    expect(await edit(section.id, section)).toEqual(section);
    const { client } = await service.createAuthorWithKey('Editor');
    await client.put(`${POSTS}/${written.id}`, { headline: 'Locked?' }).expect(403);
  });
});

describe('The header image', () => {
  test('sent as a URL or with a URL answers the URL, and is cleared by nothing', async () => {
    for (const sent of [IMAGE, { url: IMAGE }]) {
      expect((await create({ url_header_image: sent })).url_header_image).toBe(IMAGE);
    }
    for (const nothing of [null, '', {}, { id: 0 }, { id: '0' }, { id: '' }, { id: null }, { url: '' }]) {
      const { id } = await create({ url_header_image: IMAGE });
      expect((await edit(id, { url_header_image: nothing })).url_header_image).toBe('');
    }
  });
});

describe('The header image of elsewhere', () => {
  test.each(['javascript:alert(1)', 'not a url', '/wide.jpg', 'data:image/png;base64,AA', 'https://'])(
    'is not %s, but an address of the web',
    async (url) => {
      for (const sent of [url, { url }])
        expect(await refusal(post({ url_header_image: sent }))).toEqual(['url_header_image']);
    },
  );

  test('that is stored already is shown, and may be sent back', async () => {
    const { id } = await create();
    const text = 'javascript:alert(1)';
    const sources = await openDataSources(service.database.url, { poolSize: 1, entities: [] });
    await sources.writer.query('UPDATE sections SET url_header_image = ? WHERE id = ?', [text, id]);
    await closeDataSources(sources);
    const section = await get(id);
    expect(section.url_header_image).toBe(text);
    expect(await edit(id, { ...section, title: 'New' })).toEqual({ ...section, title: 'New' });
    expect(await refusal(put(id, { url_header_image: 'javascript:alert(2)' }))).toEqual(['url_header_image']);
  });
});

describe('The place of a section', () => {
  test.each([0, '0', '', null])('is the top when its parent_id is %j', async (parent_id) => {
    expect(await create({ parent_id })).toMatchObject({ parent_id: 0 });
    const [, below] = await chain(2);
    expect(await edit(below.id, { parent_id })).toMatchObject({ parent_id: 0, full_url: `/${below.url}` });
  });

  test('is below its parent, and moves with it', async () => {
    const [top, middle, leaf] = await chain(3);
    expect(leaf.full_url).toBe(`/${top.url}/${middle.url}/${leaf.url}`);
    await edit(top.id, { url: 'renamed' });
    expect((await get(leaf.id)).full_url).toBe(`/renamed/${middle.url}/${leaf.url}`);
    const other = await create();
    const moved = await edit(middle.id, { parent_id: other.id });
    expect(moved).toMatchObject({ parent_id: other.id, full_url: `/${other.url}/${middle.url}` });
    expect(await get(leaf.id)).toEqual({ ...leaf, full_url: `${moved.full_url}/${leaf.url}` });
  });

  test('is at the top with parent_id 0, or none', async () => {
    for (const parent_id of [0, '0', null]) {
      const [, child] = await chain(2);
      expect(await edit(child.id, { parent_id })).toMatchObject({ parent_id: 0, full_url: `/${child.url}` });
    }
  });

  test('is never below itself, nor do two sections go below each other', async () => {
    const [top, middle, leaf] = await chain(3);
    for (const { id } of [top, middle, leaf]) {
      expect(await refusal(put(top.id, { parent_id: id }))).toEqual(['parent_id']);
    }
    expect(await Promise.all([top, middle, leaf].map(({ id }) => get(id)))).toEqual([top, middle, leaf]);
    const [one, other] = [await create(), await create()];
    const moves = [put(one.id, { parent_id: other.id }), put(other.id, { parent_id: one.id })];
    expect((await Promise.all(moves)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is ten deep at most, with all that moves along', async () => {
    const sections: readonly Section[] = await chain(10);
    const [top, below] = await chain(2);
    const ids = sections.map(({ id }) => id);
    expect(await refusal(post({ parent_id: ids[9] }))).toEqual(['parent_id']);
    expect(await refusal(put(top.id, { parent_id: ids[8] }))).toEqual(['parent_id']);
    expect([await get(top.id), await get(below.id)]).toEqual([top, below]);
    expect((await edit(top.id, { parent_id: ids[7] })).parent_id).toBe(ids[7]);
    expect((await get(below.id)).full_url).toBe(`${sections[7]?.full_url}/${top.url}/${below.url}`);
  });

  test('that is too deep already can be edited, and moved up', async () => {
    const [other, last] = (await chain(10)).slice(-2) as [Section, Section];
    const deep = await create();
    const sources = await openDataSources(service.database.url, { poolSize: 1, entities: [] });
    const row = [last.id, `${last.full_url}/${deep.url}`, deep.id];
    await sources.writer.query('UPDATE sections SET parent_id = ?, full_url = ? WHERE id = ?', row);
    await closeDataSources(sources);
    expect(await edit(deep.id, await get(deep.id))).toMatchObject({ parent_id: last.id });
    expect((await edit(deep.id, { title: 'New', url: 'renamed' })).full_url).toBe(`${last.full_url}/renamed`);
    const sibling = await create({ parent_id: other.id });
    expect(await refusal(put(deep.id, { parent_id: sibling.id }))).toEqual(['parent_id']);
    expect(await edit(deep.id, { parent_id: other.id })).toMatchObject({ parent_id: other.id });
  });

  test('in the list is by order, then id', async () => {
    const [one, other] = [await create(), await create()];
    await edit(one.id, { order: 1000 });
    await edit(other.id, { order: -1000 });
    const all = await list();
    expect(all).toEqual([...all].sort((a, b) => a.order - b.order || a.id - b.id));
    expect([all[0]?.id, all.at(-1)?.id]).toEqual([other.id, one.id]);
  });
});

describe('The url', () => {
  test('is unique below a parent only, byte by byte', async () => {
    const [parent, child] = await chain(2);
    expect(await refusal(post({ url: child.url, parent_id: parent.id }), 409)).toEqual(['url']);
    const namesake = await create({ url: child.url });
    expect(await refusal(put(namesake.id, { parent_id: parent.id }), 409)).toEqual(['url']);
    const sibling = await create({ parent_id: parent.id });
    await put(sibling.id, { url: child.url, title: 'Unchanged?' }).expect(409);
    expect([await get(namesake.id), await get(sibling.id)]).toEqual([namesake, sibling]);
    await edit(child.id, { url: child.url });
    for (const url of ['cafe', 'café', 'Cafe']) expect((await create({ url })).full_url).toBe(`/${url}`);
  });

  test('that several have names the first of them, whatever their titles are', async () => {
    const [first, second] = await chain(2);
    const [url, parent_id] = [slug(), first.id];
    const wanted = await create({ title: 'Another title', url, parent_id });
    await create({ title: url, url, parent_id: second.id });
    const { id } = await publish({ sections: [wanted.id] });
    const { body } = await service.get(`${POSTS}/section?section_name=${url}`).expect(200);
    expect((body as { id: number }[]).map((found) => found.id)).toEqual([id]);
  });

  test('of concurrent creates goes to exactly one', async () => {
    const url = slug();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ url })));
    const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect((await list()).filter((section) => section.url === url)).toHaveLength(1);
  });
});

describe('Home', () => {
  test('is section 0, Public, not in the list, and cannot be changed', async () => {
    const home = await get(0);
    expect(home).toMatchObject({ id: 0, title: 'Home', status: PUBLIC, parent_id: 0, tags: [], type: 2 });
    expect((await list()).filter(({ id }) => id === 0)).toEqual([]);
    const refused = [(await put(0, { title: 'Start', status: PRIVATE })).status, (await remove(0)).status];
    expect(refused.filter((status) => status < 400 || status > 499)).toEqual([]);
    expect(await get(0)).toEqual(home);
  });
});

describe('DELETE', () => {
  test('answers {}, and the posts lose the section', async () => {
    const [gone, other] = [await create(), await create()];
    const written = await publish({ sections: [gone.id, other.id], primary_section: gone.id });
    const draft = await service.post('/api/1.3/drafts', { headline: 'D', sections: [gone.id] });
    expect((await remove(gone.id).expect(200)).body).toEqual({});
    await service.get(`${SECTIONS}/${gone.id}`).expect(404);
    expect((await readPost(written)).sections).toEqual([other.id]);
    expect(await readPost(draft.body)).toMatchObject({ sections: [], primary_section: null });
  });

  test('moves the posts to the destination, as their primary section too, and each once', async () => {
    const [gone, target] = [await create(), await create()];
    const primary = await publish({ sections: [gone.id], primary_section: gone.id });
    const both = await publish({ sections: [gone.id, target.id], primary_section: gone.id });
    const home = await publish({ sections: ['Home', gone.id], primary_section: 0 });
    await remove(gone.id, `?destination_section_id=${target.id}`).expect(200);
    expect(await readPost(primary)).toMatchObject({ sections: [target.id], primary_section: target.id });
    expect(await readPost(both)).toMatchObject({ sections: [target.id], primary_section: target.id });
    expect(await readPost(home)).toMatchObject({ sections: [0, target.id], primary_section: 0 });
    await remove(target.id, '?destination_section_id=0').expect(200);
    expect(await readPost(primary)).toMatchObject({ sections: [0], primary_section: 0 });
  });

  test.each(['999999', 'news', '-1', 'itself'])('to %s is refused, and nothing is deleted', async (to) => {
    const section = await create();
    const written = await publish({ sections: [section.id] });
    const query = `?destination_section_id=${to === 'itself' ? section.id : to}`;
    expect(await refusal(remove(section.id, query))).toEqual(['destination_section_id']);
    expect(await get(section.id)).toEqual(section);
    expect((await readPost(written)).sections).toEqual([section.id]);
  });

  test('leaves no post in a section that posts are written to at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create();
      const writing = { sections: [id] };
      const [one, { status }, two] = await Promise.all([write(writing), remove(id), write(writing)]);
      expect(status).toBe(200);
      for (const { status: written, body } of [one, two]) {
        if (written === 200) expect((await readPost(body)).sections).toEqual([]);
        else expect(written).toBe(400);
      }
    }
  });

  test('moves child sections up', async () => {
    const [top, middle, leaf, below] = await chain(4);
    await remove(middle.id).expect(200);
    expect(await get(leaf.id)).toMatchObject({ parent_id: top.id, full_url: `/${top.url}/${leaf.url}` });
    expect((await get(below.id)).full_url).toBe(`/${top.url}/${leaf.url}/${below.url}`);
    await remove(top.id).expect(200);
    expect(await get(leaf.id)).toMatchObject({ parent_id: 0, full_url: `/${leaf.url}` });
  });

  test('gives a child section its id as an ending where its url is taken above', async () => {
    const [top, child, below] = await chain(3);
    await create({ url: child.url });
    await remove(top.id).expect(200);
    const url = `${child.url}-${child.id}`;
    expect(await get(child.id)).toMatchObject({ url, parent_id: 0, full_url: `/${url}` });
    expect((await get(below.id)).full_url).toBe(`/${url}/${below.url}`);
  });
});
