import type { NewIds, TransferKind } from '../../transfer/transfer-kind.js';
import { ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import type { Listicle, ListicleItem } from '../domain/listicle.js';
import {
  ArticleAuthor,
  ArticleBadge,
  ArticleFieldValue,
  ArticleSection,
  ArticleTag,
  ListicleItemId,
  SectionPin,
} from './entities/placement.entities.js';
import { ProviderPost } from './entities/provider-post.entity.js';
import { SectionMove } from './entities/section-move.entity.js';

const LISTICLE_ITEMS = 'listicle-items';
const owner = 'article_id';
const copied = ['status', 'created_ts'];
const applies = ({ status }: { readonly status?: unknown }) => status !== ArticleStatus.Removed;

/**
 * Articles of every state. What readers are shown of their texts is rendered
 * anew, the search index made of that.
 */
export const articlesKind: TransferKind = {
  name: 'articles',
  entity: ArticleRecord,
  derived: { description: null, media_html: null, rendering_version: 0, words_count: 0 },
  references: {
    created_by: 'authors',
    image_id: 'images',
    teaser_image_id: 'images',
    social_teaser_image_id: 'images',
  },
  texts: {
    listicle: {
      plain: (text) => itemsAs(text, (item) => ({ ...item, rendered: undefined })),
      withIds: (text, ids) => itemsAs(text, (item) => withIds(item, ids)),
    },
  },
  parts: {
    authors: { entity: ArticleAuthor, owner, copied, references: { author_id: 'authors' } },
    sections: { entity: ArticleSection, owner, copied, references: { section_id: 'sections' } },
    tags: { entity: ArticleTag, owner, copied },
    badges: { entity: ArticleBadge, owner, references: { badge_id: 'badges' } },
    own_fields: { entity: ArticleFieldValue, owner, copied },
    external_ids: { entity: ProviderPost, owner },
    listicle_items: { entity: ListicleItemId, owner, ids: LISTICLE_ITEMS },
    pins: { entity: SectionPin, owner, references: { section_id: 'sections' } },
  },
  identities: [
    { table: 'article_paths', id: 'article_id', by: { path: 'path' }, applies },
    {
      table: 'provider_posts',
      id: 'article_id',
      by: { provider_id: 'provider_id', provider_post_id: 'provider_post_id' },
      applies,
    },
  ],
};

/** Sections whose articles are being moved. Where they are imported, this begins anew. */
export const sectionMovesKind: TransferKind = {
  name: 'section-moves',
  entity: SectionMove,
  key: ['section_id'],
  derived: { done_article_id: 0 },
  references: { section_id: 'sections' },
};

function itemsAs(text: string, change: (item: ListicleItem) => object): string {
  const listicle = JSON.parse(text) as Listicle | null;
  return JSON.stringify(listicle && { ...listicle, items: listicle.items.map(change) });
}

const withIds = (item: ListicleItem, ids: NewIds): ListicleItem => ({
  ...item,
  id: ids.of(LISTICLE_ITEMS, item.id),
  image_id: item.image_id === null ? null : ids.of('images', item.image_id),
});
