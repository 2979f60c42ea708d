import type { Response, Test } from 'supertest';
import type { Client } from './service.js';

export interface LinkBody {
  readonly id: number;
  readonly url: string;
  readonly expires_ts: number;
}

export const linksOf = (id: number): string => `/api/1.3/drafts/${id}/preview_links`;

let serial = 0;

/** A new draft, whose headline is one of its own. */
export async function newDraft(
  client: Client,
  more: object = {},
): Promise<{ id: number; headline: string; path: string }> {
  const headline = `Secret ${++serial}`;
  const { body } = await client.post('/api/1.3/drafts', { headline, ...more }).expect(200);
  const { id, post_url } = body as { id: number; post_url: string };
  return { id, headline, path: new URL(post_url).pathname };
}

/** A new link of a draft. */
export async function newLink(
  client: Client,
  id: number,
  body: object = {},
): Promise<LinkBody & { token: string }> {
  const answer = await client.post(linksOf(id), body).expect(200);
  const made = answer.body as LinkBody;
  return { ...made, token: new URL(made.url).searchParams.get('preview') ?? '' };
}

export const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

/** Asks GraphQL, with the token of a link or without one. */
export const askWith = (client: Client, query: string, token?: string): Test =>
  client.post(`/core/graphql${token === undefined ? '' : `?preview=${token}`}`, { query });

export const postsBy = (...ids: number[]): string =>
  `{ posts(filters: { includedIds: [${ids.join()}] }) { title } }`;
export const titlesOf = ({ body }: Response): string[] =>
  (body as { data: { posts: { title: string }[] } }).data.posts.map(({ title }) => title);
