import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { ArticleSearch } from '../../src/modules/articles/listing/article-search.js';
import { MARKUP, TEXTS } from '../support/search-cases.js';
import { type Service, startService } from '../support/service.js';

const TIME = 1_700_000_000;
const MAX_WORDS = 300;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function create(fields: object, door: 'posts' | 'drafts' = 'posts'): Promise<number> {
  const { body } = await service.post(`/api/1.3/${door}`, { headline: 'Untitled', ...fields }).expect(200);
  return body.id;
}
const edit = (id: number, fields: object, door = 'posts') =>
  service.put(`/api/1.3/${door}/${id}`, fields).expect(200);
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

async function find(phrase: string, more: Record<string, string> = { limit: '100' }): Promise<number[]> {
  const search = await service.get(`/api/1.3/posts/search?${query({ phrase, ...more })}`).expect(200);
  const list = await service.get(`/api/1.3/posts?${query({ phrase, ...more })}`).expect(200);
  expect({ phrase, posts: search.body }).toEqual({ phrase, posts: list.body });
  return (search.body as Post[]).map(({ id }) => id);
}

const split = (phrases: string) => phrases.split(' | ');

/** By which of the phrases the article is found. */
async function phrasesOf(id: number, phrases: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const phrase of phrases.flatMap(split)) if ((await find(phrase)).includes(id)) found.push(phrase);
  return found;
}

let serial = 0;
/** A word that nothing else holds. */
const newWord = () => `wort${++serial}x`;

describe('A text is found', () => {
  test.each(TEXTS)('%s', async (_what, text, found, missed) => {
    const id = await create({ headline: text });
    expect(await phrasesOf(id, [found, missed])).toEqual(split(found));
    const other = await create({ body: `<p>${text.replace(/&/g, '&amp;')}</p>` });
    expect(await phrasesOf(other, [found, missed])).toEqual(split(found));
  });

  test.each<[what: string, fieldsOf: (word: string) => object]>([
    ['headline', (word) => ({ headline: `The ${word}` })],
    ['subheadline', (subheadline) => ({ subheadline })],
    ['tags', (word) => ({ tags: ['Other', `New ${word}`] })],
    ['primary tag', (primary_tag) => ({ tags: [], primary_tag })],
    ['body', (word) => ({ body: `<p>The <em>${word}</em></p>` })],
    ['the headline of a listicle item', (headline) => ({ listicle: { items: [{}, { headline }] } })],
    [
      'the HTML headline of a listicle item',
      (word) => ({ listicle: { items: [{ headline_html: `<i>${word}</i>` }] } }),
    ],
    ['the body of a listicle item', (word) => ({ listicle: { items: [{ body: `<p>${word}</p>` }] } })],
    ['the caption of a listicle item', (caption) => ({ listicle: { items: [{ caption }] } })],
  ])('by a word of its %s', async (_what, fieldsOf) => {
    const word = newWord();
    const id = await create(fieldsOf(word));
    expect(await find(word)).toEqual([id]);
    await edit(id, fieldsOf('another'));
    expect(await find(word)).toEqual([]);
    await edit(id, fieldsOf(word));
    expect(await find(word)).toEqual([id]);
  });

  test('by words of different fields together', async () => {
    const words = Array.from({ length: 5 }, newWord);
    const [headline, subheadline, tag, body, item] = words;
    const listicle = { items: [{ headline: item }] };
    const id = await create({ headline, subheadline, tags: [tag], body: `<p>${body}</p>`, listicle });
    expect(await find(words.join(' '))).toEqual([id]);
    expect(await find([...words, newWord()].join(' '))).toEqual([]);
  });

  test('though a word does not reach from one field into the next', async () => {
    const one = newWord();
    const other = newWord();
    const id = await create({ headline: one, subheadline: other, tags: [other, one] });
    expect(await phrasesOf(id, [one, other, one + other, other + one])).toEqual([one, other]);
  });
});

describe('Of the markup of a body', () => {
  test.each(MARKUP)('%s', async (_what, body, found, missed) => {
    const id = await create({ body });
    expect(await phrasesOf(id, [found, missed])).toEqual(split(found));
    const item = await create({ listicle: { items: [{ body }] } });
    expect(await phrasesOf(item, [found, missed])).toEqual(split(found));
  });
});

describe('A phrase', () => {
  test('of 200 words finds the post that holds all of them', async () => {
    const words = Array.from({ length: 200 }, newWord);
    const id = await create({ body: words.toReversed().join(' ') });
    expect(await find(words.join(' '))).toEqual([id]);
    expect(await find([...words, newWord()].join(' '))).toEqual([]);
  });

  test(`has ${MAX_WORDS} different words at most`, async () => {
    const words = Array.from({ length: MAX_WORDS }, newWord);
    const id = await create({ body: words.join(' ') });
    expect(await find([...words, ...words].join(' '))).toEqual([id]);
    const parameters = query({ phrase: [...words, newWord()].join(' ') });
    for (const path of ['/search', '']) {
      const { body } = await service.get(`/api/1.3/posts${path}?${parameters}`).expect(400);
      expect(body).toMatchObject({ status: 400, errors: [{ field: 'phrase' }] });
    }
  });

  test('without a word in it finds nothing', async () => {
    await create({ headline: '!!! - * % _ "' });
    for (const phrase of ['!!!', '-', '*', '%', '_', '""', "'", '\\', '. , ;', '()', '\u200b'])
      expect({ phrase, ids: await find(phrase) }).toEqual({ phrase, ids: [] });
  });

  test('that is empty or not sent is refused', async () => {
    for (const parameters of ['', '?phrase=', '?phrase=%20%09', '?phrase[]=a']) {
      const { body } = await service.get(`/api/1.3/posts/search${parameters}`).expect(400);
      expect(body).toMatchObject({ status: 400, errors: [{ field: 'phrase' }] });
    }
  });
});

describe('A post', () => {
  test('is found by its first 50,000 words, however many a long text has', async () => {
    const words = Array.from({ length: 60_000 }, (_, n) => `${n}x`);
    const headline = newWord();
    const id = await create({ headline, body: words.join(' ') });
    expect(await find(`${headline} 49000x`)).toEqual([id]);
    expect(await find(`${headline} 59000x`)).toEqual([]);
    await edit(id, { body: 'Short' });
    expect(await find('49000x')).toEqual([]);
  });

  test('is found as long as it is published', async () => {
    const word = newWord();
    const id = await create({ headline: word }, 'drafts');
    const seen: Record<string, boolean> = { draft: (await find(word)).includes(id) };
    const step = async (name: string, done: Promise<unknown>) => {
      await done;
      seen[name] = (await find(word)).includes(id);
    };
    const scheduled_at = Math.floor(Date.now() / 1000) + 3600;
    await step('scheduled', service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at }).expect(200));
    await step('published', edit(id, { action: 'publish' }));
    await step('unpublished', edit(id, { action: 'unpublish' }));
    await step('edited draft', edit(id, { subheadline: word }, 'drafts'));
    await step('republished', edit(id, { action: 'publish' }, 'drafts'));
    await step('removed', service.delete(`/api/1.3/posts/${id}`).expect(200));
    await step('restored', edit(id, { action: 'restore' }, 'drafts'));
    await step('published again', edit(id, { action: 'publish' }));
    const shown = { published: true, republished: true, 'published again': true };
    const hidden = { draft: false, scheduled: false, unpublished: false, 'edited draft': false };
    expect(seen).toEqual({ ...shown, ...hidden, removed: false, restored: false });
  });

  test('is found by what an edit while it was a draft made of it', async () => {
    const [before, after] = [newWord(), newWord()];
    const id = await create({ body: before });
    await edit(id, { action: 'unpublish' });
    await edit(id, { body: after }, 'drafts');
    await edit(id, { action: 'publish' }, 'drafts');
    expect([await find(before), await find(after)]).toEqual([[], [id]]);
  });

  test('that loses one of two equal words is found by the other', async () => {
    const word = newWord();
    const id = await create({ headline: word, body: word });
    await edit(id, { headline: 'Untitled' });
    expect(await find(word)).toEqual([id]);
    await edit(id, { body: null });
    expect(await find(word)).toEqual([]);
  });
});

describe('What was found', () => {
  test('is sorted by publication time and id, newest first, and cut into pages', async () => {
    const word = newWord();
    const made: { id: number; created_ts: number }[] = [];
    for (const offset of [3, 1, 2, 3, 0, 3, 1, 2, 5, 4, 0, 3]) {
      const created_ts = TIME + offset;
      made.push({ id: await create({ headline: word, created_ts }), created_ts });
    }
    const sorted = () =>
      made.sort((one, other) => other.created_ts - one.created_ts || other.id - one.id).map(({ id }) => id);
    expect(await find(word)).toEqual(sorted());
    expect(await find(word, {})).toEqual(sorted().slice(0, 10));
    expect(await find(word, { offset: '3', limit: '4' })).toEqual(sorted().slice(3, 7));
    expect(await find(word, { offset: '11', limit: '4' })).toEqual(sorted().slice(11));
    expect(await find(word, { offset: '12' })).toEqual([]);
    for (const [index, created_ts] of [
      [11, TIME + 9],
      [0, TIME - 9],
    ] as const) {
      const changed = made[index];
      if (!changed) throw new Error('There are twelve posts.');
      changed.created_ts = created_ts;
      await edit(changed.id, { created_ts });
      expect(await find(word)).toEqual(sorted());
    }
    const [newest = 0, second = 0, ...others] = sorted();
    await edit(newest, { action: 'unpublish' });
    await service.delete(`/api/1.3/posts/${second}`).expect(200);
    expect(await find(word, { limit: '4' })).toEqual(others.slice(0, 4));
  });
});

describe('An engine of the site’s own', () => {
  test.each([3, 1000, 1001, 200_000])('may find %i articles', async (count) => {
    const word = newWord();
    const ids = [];
    for (const tag of ['Own', 'Other', 'Own'])
      ids.unshift(await create({ headline: word, tags: [word, tag] }));
    const [third = 0, , first = 0] = ids;
    // The others are there no more.
    const others = Array.from({ length: count - ids.length }, (_, n) => 1_000_000 + n);
    const matched = jest
      .spyOn(service.app.get(ArticleSearch), 'match')
      .mockResolvedValue({ articleIds: [first, ...others, ...ids.slice(0, -1)] });
    const list = async (more: Record<string, string>) => {
      const { body } = await service.get(`/api/1.3/posts?${query({ phrase: 'x', ...more })}`).expect(200);
      return (body as Post[]).map(({ id }) => id);
    };
    try {
      expect(await find('x')).toEqual(ids);
      for (const order_by of ['last_update', 'popularity']) expect(await list({ order_by })).toEqual(ids);
      expect(await list({ order_by: 'oldness', limit: '1' })).toEqual([first]);
      expect(await list({ include_tags: 'own' })).toEqual([third, first]);
      expect(await list({ include_tags: word, limit: '1', order_by: 'last_update' })).toEqual([third]);
      const { body } = await service
        .post('/core/graphql', { query: '{ posts(filters: { phrase: "x" }) { id } }' })
        .expect(200);
      expect(body.errors).toBeUndefined();
    } finally {
      matched.mockRestore();
    }
  });
});
