import { expect } from '@jest/globals';
import { type Client, type Service, startService } from './service.js';

export interface Page {
  readonly items: readonly { readonly id: number }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}
interface Answer {
  readonly posts: Page['items'];
  readonly postsPage: Page;
}
interface Walk {
  readonly order?: 'RECENCY' | 'RATING';
  readonly limit?: number;
  readonly client?: Client;
  readonly between?: () => Promise<unknown>;
}

export const TIME = 1_700_000_000;
export const COUNT = 60;
export const LIMIT = 7;
const MAX_PAGES = 100;
export const PAGE_QUERY = `query ($f: PostsFilters, $o: PostsOrder, $s: PostsSlice) {
  postsPage(filters: $f, order: $o, slice: $s) { items { id } pageInfo { endCursor hasNextPage } } }`;

/** The error that names a field. */
export const refusal = (field: string) => ({
  extensions: { code: 'invalid-input', errors: expect.arrayContaining([expect.objectContaining({ field })]) },
});

/**
 * A site with posts, and the queries of GraphQL for them; without a client, as
 * readers without a key send them.
 */
export class SiteOfPosts {
  /** Of the published posts that everybody sees; newest first. */
  posts: readonly number[] = [];
  section = 0;

  static async start(): Promise<SiteOfPosts> {
    const site = new SiteOfPosts(await startService({ environment: { SCHEDULER: 'off' } }));
    await site.seed();
    return site;
  }

  private constructor(readonly service: Service) {}

  get anybody(): Client {
    return this.service.as(null);
  }

  async make(path: string, sent: object, client: Client = this.service): Promise<number> {
    const { body } = await client.post(path, sent);
    expect(body).toMatchObject({ id: expect.any(Number) });
    return (body as { id: number }).id;
  }

  publish(more: object = {}): Promise<number> {
    return this.make('/api/1.3/posts', { headline: 'Story', ...more });
  }

  async ask(query: string, client: Client = this.anybody, variables: object = {}) {
    const { body } = await client.post('/core/graphql', { query, variables }).expect(200);
    return body as { data: Answer | null; errors?: { extensions: object; message: string }[] };
  }

  async pageOf(filters: object | null, slice: object | null, { order, client }: Walk = {}): Promise<Page> {
    const { data, errors } = await this.ask(PAGE_QUERY, client, { f: filters, o: order, s: slice });
    expect(errors).toBeUndefined();
    if (!data) throw new Error('There is no answer.');
    return data.postsPage;
  }

  /** Reads a list to its end. */
  async walk(filters: object | null, how: Walk = {}): Promise<number[]> {
    const ids: number[] = [];
    let after: string | null = '';
    for (let pages = 0; after !== null; pages++) {
      expect(pages).toBeLessThan(MAX_PAGES);
      const page: Page = await this.pageOf(filters, { limit: how.limit ?? LIMIT, after }, how);
      ids.push(...page.items.map(({ id }) => id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      if (after !== null) await how.between?.();
    }
    return ids;
  }

  async idsOf(filters: string, client: Client = this.anybody): Promise<number[]> {
    const query = `{ posts(filters: { ${filters} }, slice: { limit: 100 }) { id } }`;
    const { data, errors } = await this.ask(query, client);
    expect(errors).toBeUndefined();
    return (data?.posts ?? []).map(({ id }) => id);
  }

  private async seed(): Promise<void> {
    this.section = await this.make('/api/1.3/sections', { title: 'News', url: 'news', status: 2 });
    const hidden = await this.make('/api/1.3/sections', { title: 'Hidden', url: 'hidden', status: 1 });
    const made: { id: number; time: number }[] = [];
    for (let n = 0; n < COUNT; n++) {
      const time = TIME + (n % 9);
      const sections = n % 2 ? [this.section] : [];
      const headline = n % 3 ? 'Odd story' : 'Even story';
      const type = ['page', 'recipe', 'video'][n % 3];
      made.push({ id: await this.publish({ created_ts: time, sections, headline, type }), time });
    }
    for (const { id } of made.slice(0, 20))
      await this.service.post(`/api/1.3/posts/${id}/page_views`, { count: 1 + (id % 4) }).expect(200);
    await this.publish({ sections: [hidden], headline: 'Secret' });
    const byTime = made.toSorted((one, other) => other.time - one.time || other.id - one.id);
    this.posts = byTime.map(({ id }) => id);
  }
}
