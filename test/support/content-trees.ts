import { expect } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import type { Client } from './service.js';

type Looks = Readonly<{ kind: string; listicle?: string[]; slideshow?: string[]; numeration?: object }>;
type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;
/** Any node: it has the fields of its type. */
export interface ContentNode extends Texts<'ref' | 'parentRef' | 'kind' | 'code' | 'html' | 'amp'> {
  readonly id?: number;
  readonly adsOrder?: number[];
  readonly layout?: Looks;
}
export type Tree = Readonly<{ rootRef: string; tree: readonly ContentNode[] }>;
const QUERY = `query ($ids: [Int]) { posts(filters: { includedIds: $ids }) { content { rootRef tree { ref parentRef
  ... on GroupContentNode { adsOrder layout { kind ... on ListicleContentLayout { listicle: flags numeration { order } }
    ... on SlideshowContentLayout { slideshow: flags numeration { order } } } }
  ... on ParticleContentNode { id title breadcrumbTitle subtitle pages { web { href } amp { href } }
    image { id title credit altText } }
  ... on MediaContentNode { kind code html amp: html(device: AMP) } } } } }`;

/** The content of a post as GraphQL shows it to a client. */
export async function contentTreeOf({ id }: Pick<Post, 'id'>, client: Client): Promise<Tree> {
  const { body } = await client.post('/core/graphql', { query: QUERY, variables: { ids: [id] } });
  expect(body.errors).toBeUndefined();
  return body.data.posts[0].content;
}

/** All but the root. */
export async function contentNodesOf(
  post: Pick<Post, 'id'>,
  client: Client,
): Promise<readonly ContentNode[]> {
  return (await contentTreeOf(post, client)).tree.slice(1);
}
