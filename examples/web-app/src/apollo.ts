import { ApolloClient, type FieldMergeFunction, HttpLink, InMemoryCache } from '@apollo/client';
import {
  type PostListQuery,
  PostAtUrlDocument,
  PostListDocument,
  PostSearchDocument,
} from './gql/graphql.js';
import possibleTypes from './gql/possible-types.js';

type PostsPage = NonNullable<PostListQuery['postsPage']>;

/** Pages in one list: the first begins it anew, each other one goes on with it. */
const appendPage: FieldMergeFunction<PostsPage> = (known, page, { variables }) =>
  known && variables?.after ? { ...page, items: [...(known.items ?? []), ...(page.items ?? [])] } : page;

/** Merges the known fields of an image, unless another image has taken its place. */
const mergeImage: FieldMergeFunction = (known, read, { mergeObjects, readField }) =>
  known && readField('id', known) === readField('id', read) ? mergeObjects(known, read) : read;

const createCache = () =>
  new InMemoryCache({
    ...possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          postsPage: { keyArgs: ['filters', 'order', 'slice', ['limit', 'order']], merge: appendPage },
        },
      },
      // Credit, caption and crops are those of the post that shows the image,
      // the spelling of a tag that of the post.
      Image: { keyFields: false, merge: mergeImage },
      Tag: { keyFields: false },
      PageMap: { merge: true },
      ContentTree: { merge: true },
    },
  });

/** @param uri of GraphQL: `https://site.example/core/graphql` */
export const createClient = (uri: string) =>
  new ApolloClient({
    cache: createCache(),
    clientAwareness: { name: 'web-app', version: '1.0.0' },
    link: new HttpLink({ uri }),
  });

/** All posts, page by page, as a list that is scrolled to its end. */
export async function allPosts(client: ApolloClient): Promise<PostsPage['items']> {
  const posts = client.watchQuery({ query: PostListDocument });
  const shown = posts.subscribe(() => undefined);
  let { data } = await client.query({ query: PostListDocument });
  while (data?.postsPage?.pageInfo.hasNextPage) {
    const variables = { after: data.postsPage.pageInfo.endCursor };
    ({ data } = await posts.fetchMore({ variables }));
  }
  shown.unsubscribe();
  return client.readQuery({ query: PostListDocument })?.postsPage?.items ?? [];
}

/** The post at a URL of the site, also one that it had before; null when there is none. */
export async function postAt(client: ApolloClient, url: string) {
  const { data } = await client.query({ query: PostAtUrlDocument, variables: { url } });
  return data?.posts?.[0] ?? null;
}

/** The first published posts that hold all words of a phrase, newest first. */
export async function postsWith(client: ApolloClient, phrase: string): Promise<PostsPage['items']> {
  const { data } = await client.query({ query: PostSearchDocument, variables: { phrase } });
  return data?.postsPage?.items ?? [];
}
