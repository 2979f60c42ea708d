import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { begin, idsOf, LIMIT, pageOf, walk, whole } from '../support/cursors.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

const TIME = 1_700_000_000;
const COUNT = 210;

let service: Service;

beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
afterAll(() => service.stop());

async function make(path: string, sent: object): Promise<number> {
  const { body } = await service.post(path, sent);
  expect(body).toMatchObject({ id: expect.any(Number) });
  return (body as { id: number }).id;
}
const publish = (more: object = {}) => make('/api/1.3/posts', { headline: 'Story', ...more });
const get = (path: string) => pageOf(service.get(path));

describe('lists by cursor', () => {
  let [section, tagged, other] = [0, 0, 0];
  let since = 0;

  beforeAll(async () => {
    section = await make('/api/1.3/sections', { title: 'News', url: 'news', status: 2 });
    tagged = await make('/api/1.3/sections', {
      title: 'Jazz',
      url: 'jazz',
      status: 2,
      tags: ['Jazz', 'Blues'],
    });
    other = await make('/api/1.1/authors', { name: 'ann' });
    const ids: number[] = [];
    for (let n = 0; n < COUNT; n += 10)
      ids.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, index) => {
            const place = n + index;
            return publish({
              // Many at one time, so that pages end among them.
              created_ts: TIME + Math.floor((place * 7) % 40) * (place % 3),
              updated_ts: TIME + ((place * 11) % 13),
              headline: place % 2 ? 'Odd story' : 'Even story',
              sections: place % 4 === 0 ? [section] : [],
              tags: [['Jazz'], ['Blues'], ['Rock', 'Jazz'], []][place % 4],
              type: place % 5 ? 'page' : 'recipe',
              provider_post_id: `p${place}`,
              roar_author_ids: place % 6 ? [1] : [other],
            });
          }),
        )),
      );
    for (let n = 0; n < 20; n++)
      await make('/api/1.3/drafts', { headline: 'Draft', created_ts: TIME + (n % 3) });
    for (let n = 0; n < 16; n++) {
      const id = await make('/api/1.3/drafts', { headline: 'Later', created_ts: TIME + (n % 2) });
      await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: 4_000_000_000 }).expect(200);
    }
    for (let n = 0; n < 9; n++)
      await make('/api/1.3/posts', { headline: 'Same', manual_basename: 'same', created_ts: TIME });
    for (const id of [section, tagged, 0]) {
      const pins = (await whole(service, `/api/1.3/posts?include_sections=${id}`)).filter(
        (_id, n) => n % 3 === 1,
      );
      await service.put(`/api/1.3/sections/${id}/order`, { post_ids: pins.slice(0, 11) }).expect(200);
    }
    for (let n = 0; n < 12; n++) await make('/api/1.1/authors', { name: `author${n}` });
    since = TIME + 6;
    expect(ids).toHaveLength(COUNT);
  });

  const cases = (): string[] => {
    const orders = ['', '&order_by=recency', '&order_by=oldness', '&order_by=last_update'];
    const filters = [
      'x=1',
      `include_sections=${section}`,
      `include_sections=${tagged}`,
      `include_sections=${section},${tagged}`,
      `require_sections=${section},${tagged}`,
      `exclude_sections=${tagged}`,
      'include_tags=Jazz',
      'include_tags=Jazz,Blues',
      'phrase=odd+story',
      'type=recipe',
      `date_from=${TIME + 5}`,
      `date_from=${TIME + 5}&date_to=${TIME + 40}`,
      `updated_from=${since}`,
      'provider_id=20',
      'exclude_private=1',
      `include_sections=${tagged}&phrase=even&type=page`,
      'provider_post_id=p7',
      'include_tags=nobody',
    ];
    return [
      ...filters.flatMap((filter) => orders.map((order) => `/api/1.3/posts?${filter}${order}`)),
      '/api/1.3/posts/frontpage',
      '/api/1.3/posts/section?section_name=news',
      '/api/1.3/posts/section?section_name=Jazz',
      '/api/1.3/posts/tag?tag=jazz',
      '/api/1.3/posts/search?phrase=story',
      '/api/1.3/posts/basename?basename=same',
      '/api/1.3/drafts',
      '/api/1.3/drafts?removed=1',
      '/api/1.3/scheduled_posts',
      '/api/1.3/authors/search',
      '/api/1.1/authors/search',
      '/api/1.3/authors/search?name=ann',
      '/api/1.3/images',
      '/api/1.3/documents',
    ];
  };

  test('hold what the lists by offset hold, in the same order, to their end, and tell how long they are', async () => {
    for (const path of cases()) {
      const all = await whole(service, path);
      expect({ path, ids: await walk(service, path) }).toEqual({ path, ids: all });
      const { headers } = await service.get(`${begin(path)}&count=1`).expect(200);
      expect({ path, total: headers['x-total-count'] }).toEqual({ path, total: String(all.length) });
      expect(headers).not.toHaveProperty('x-total-count-relation');
    }
  });

  test('and in pages of one', async () => {
    for (const path of ['/api/1.3/posts/section?section_name=news', '/api/1.3/drafts'])
      expect(await walk(service, path, { limit: 1 })).toEqual(await whole(service, path));
  });

  test('take as many statements far behind as at the beginning', async () => {
    const count = async (path: string) => {
      const { length: sent } = await fewestStatements(service, () => get(path));
      return { page: await get(path), sent };
    };
    for (const path of ['/api/1.3/posts', '/api/1.3/posts/section?section_name=news', '/api/1.3/drafts']) {
      const plain = await count(`${path}${path.includes('?') ? '&' : '?'}limit=${LIMIT}`);
      const first = await count(begin(path));
      expect(first.sent).toBe(plain.sent);
      const second = await count(first.page.next ?? 'there is a second page');
      expect((await count(second.page.next ?? 'there is a third page')).sent).toBe(first.sent);
    }
  });

  test('keep the parameters of the first page', async () => {
    const { next } = await get(begin('/api/1.3/posts?include_fields=id&phrase=odd%20story&order_by=oldness'));
    const { items } = await get(next ?? '');
    expect(items).toHaveLength(LIMIT);
    expect(Object.keys(items[0] ?? {})).toEqual(['id']);
    const { next: withoutKey } = await get(begin('/api/1.3/posts?api_key=a-secret'));
    expect(withoutKey).not.toContain('secret');
    const { next: nextAuthors } = await pageOf(
      service.post('/api/1.3/authors/search', { cursor: '', limit: 2 }),
    );
    expect(idsOf((await get(nextAuthors ?? '')).items)).toEqual(
      (await whole(service, '/api/1.3/authors/search')).slice(2, 4),
    );
  });

  test('are without gaps and repeats while posts are published and removed', async () => {
    for (const path of [
      '/api/1.3/posts',
      '/api/1.3/posts?order_by=oldness',
      '/api/1.3/posts?include_tags=Jazz',
      '/api/1.3/posts/frontpage',
      '/api/1.3/posts/section?section_name=Jazz',
    ]) {
      const before = await whole(service, path);
      const [removed, added] = [new Set<number>(), new Set<number>()];
      let turn = 0;
      const ids = await walk(service, path, {
        between: async ({ items }) => {
          turn += 1;
          if (turn > 12) return;
          // The last of the page, whose position the cursor holds, and one that is still to come.
          const later = before[before.length - turn * 3];
          const gone = turn % 3 === 0 ? items.at(-1)?.id : later;
          if (gone !== undefined && !removed.has(gone)) {
            await service.delete(`/api/1.3/posts/${gone}`).expect(200);
            removed.add(gone);
          }
          added.add(await publish({ tags: ['Jazz'], sections: [0], created_ts: TIME + turn * 40 }));
        },
      });
      expect(new Set(ids).size).toBe(ids.length);
      const stayed = before.filter((id) => !removed.has(id));
      expect(ids.filter((id) => stayed.includes(id))).toEqual(stayed);
      expect(ids.filter((id) => !before.includes(id) && !added.has(id))).toEqual([]);
    }
  });

  test('hold for each key what it may read', async () => {
    const guest = await service.createAuthorWithKey('Guest Writer');
    for (let n = 0; n < 5; n++) await guest.client.post('/api/1.3/drafts', { headline: 'Mine' }).expect(200);
    const own = await walk(guest.client, '/api/1.3/drafts', { limit: 2 });
    expect(own).toHaveLength(5);
    expect(own).toEqual(await whole(guest.client, '/api/1.3/drafts'));
  });

  describe('refuse', () => {
    const refusal = async (path: string, ...fields: string[]) => {
      const { body } = await service.get(path).expect(400);
      expect(body).toMatchObject({ code: 'invalid-input', errors: fields.map((field) => ({ field })) });
    };

    test('cursors beside offsets, and of lists by page views', async () => {
      await refusal('/api/1.3/posts?cursor=&offset=0', 'cursor', 'offset');
      await refusal('/api/1.3/images?cursor=&offset=5', 'cursor', 'offset');
      await refusal('/api/1.3/posts?cursor=&order_by=popularity', 'cursor', 'order_by');
      await refusal('/api/1.3/posts/page_views?cursor=', 'cursor');
      await service.get('/api/1.3/posts?order_by=popularity&offset=1').expect(200);
    });

    test('cursors of other lists', async () => {
      const cursorOf = async (path: string) => {
        const { next } = await get(begin(path, 2));
        return new URL(next ?? '', 'http://localhost').searchParams.get('cursor') ?? '';
      };
      const cursor = await cursorOf('/api/1.3/posts?phrase=story');
      for (const path of [
        '/api/1.3/posts?',
        '/api/1.3/posts?phrase=odd&',
        '/api/1.3/posts?phrase=story&order_by=oldness&',
        '/api/1.3/posts?phrase=story&order_by=last_update&',
        '/api/1.3/posts/frontpage?',
        '/api/1.3/drafts?',
        '/api/1.3/authors/search?',
        '/api/1.3/images?',
        '/api/1.3/documents?',
      ])
        await refusal(`${path}cursor=${cursor}`, 'cursor');
      await refusal(
        `/api/1.3/posts/section?section_name=Jazz&cursor=${await cursorOf('/api/1.3/posts/frontpage')}`,
        'cursor',
      );
      await service.get(`/api/1.3/posts?phrase=story&limit=1&include_fields=id&cursor=${cursor}`).expect(200);
    });

    test('what is no cursor', async () => {
      const { next } = await get(begin('/api/1.3/posts', 2));
      const real = new URL(next ?? '', 'http://localhost').searchParams.get('cursor') ?? '';
      const bytes = Buffer.from(real, 'base64url');
      const changed = (text: string) =>
        Buffer.concat([bytes.subarray(0, 12), Buffer.from(text)]).toString('base64url');
      for (const cursor of [
        ' ',
        'null',
        '0',
        '{}',
        "' OR 1=1 --",
        `${real}A`,
        `${real}=`,
        ` ${real}`,
        real.slice(1),
        real.toUpperCase(),
        changed(''),
        changed('0.0.1'),
        changed('1e999.0.1'),
        changed('NaN'),
        changed(`${bytes.subarray(12).toString()}.1`),
        'A'.repeat(20_000 / 4),
        '\u{1F600}',
      ])
        await refusal(`/api/1.3/posts?cursor=${encodeURIComponent(cursor)}`, 'cursor');
      await refusal(`/api/1.3/posts?cursor=${real}&cursor=${real}`, 'cursor');
    });
  });

  test('have no next page for a limit of 0, and may be counted without being read', async () => {
    const { headers, body } = await service.get('/api/1.3/drafts?cursor=&limit=0&count=1').expect(200);
    expect(body).toEqual([]);
    expect(headers).not.toHaveProperty('link');
    expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(20);
    const all = await service.get('/api/1.3/scheduled_posts?count=1').expect(200);
    expect(all.headers['x-total-count']).toBe(String((all.body as object[]).length));
  });

  test('say nothing of what was not asked for', async () => {
    const { headers } = await service.get('/api/1.3/posts?limit=1').expect(200);
    expect(headers).not.toHaveProperty('link');
    expect(headers).not.toHaveProperty('x-total-count');
    await service.get('/api/1.3/posts?count=perhaps').expect(400);
  });
});
