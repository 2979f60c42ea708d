import { Client, fetchExchange, type OperationResult } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import {
  type PostListQuery,
  PostAtUrlDocument,
  PostListDocument,
  PostSearchDocument,
} from './gql/graphql.js';
import schema from './gql/introspection.json';

type Posts = NonNullable<NonNullable<PostListQuery['postsPage']>['items']>;

/** A part of what holds it: it has no id, or, as an image and a tag, is another one in another post. */
const part = () => null;

const keys = {
  ContentTree: part,
  GroupContentNode: part,
  Image: part,
  ImageCrop: part,
  ListicleContentLayout: part,
  MediaContentNode: part,
  Page: part,
  PageInfo: part,
  PageMap: part,
  PlainContentLayout: part,
  PostsPage: part,
  SlideshowContentLayout: part,
  Tag: part,
};

/** @param url of GraphQL: `https://site.example/core/graphql` */
export const createClient = (url: string) =>
  new Client({ url, exchanges: [cacheExchange({ schema, keys }), fetchExchange] });

/** All posts, page by page. */
export async function allPosts(client: Client): Promise<Posts> {
  const posts: Posts = [];
  for (let after: string | null = ''; after !== null;) {
    const result: OperationResult<PostListQuery> = await client.query(PostListDocument, { after });
    if (result.error) throw result.error;
    const page = result.data?.postsPage;
    posts.push(...(page?.items ?? []));
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  }
  return posts;
}

/** The post at a URL of the site, also one that it had before; null when there is none. */
export async function postAt(client: Client, url: string) {
  const { data, error } = await client.query(PostAtUrlDocument, { url });
  if (error) throw error;
  return data?.posts?.[0] ?? null;
}

/** The first published posts that hold all words of a phrase, newest first. */
export async function postsWith(client: Client, phrase: string): Promise<Posts> {
  const { data, error } = await client.query(PostSearchDocument, { phrase, after: null });
  if (error) throw error;
  return data?.postsPage?.items ?? [];
}
