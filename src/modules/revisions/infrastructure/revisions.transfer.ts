import type { NewIds, TransferKind } from '../../transfer/transfer-kind.js';
import type { Listicle } from '../../articles/domain/listicle.js';
import type { Placement } from '../../articles/domain/placement.js';
import type { Shortened } from '../domain/long-texts.js';
import { ArticleRevision, RevisionText } from './revision.entities.js';

export const revisionsKind: TransferKind = {
  name: 'revisions',
  entity: ArticleRevision,
  key: ['article_id', 'version'],
  references: { article_id: 'articles', author_id: 'authors' },
  describes: 'article_id',
  texts: { state: { withIds: (text, ids) => JSON.stringify(withIds(JSON.parse(text) as Shortened, ids)) } },
};

export const revisionTextsKind: TransferKind = {
  name: 'revision-texts',
  entity: RevisionText,
  key: ['article_id', 'hash'],
  references: { article_id: 'articles' },
  describes: 'article_id',
};

interface State {
  readonly createdBy: number;
  readonly imageId: number | null;
  readonly teaserImageId: number | null;
  readonly socialTeaserImageId: number | null;
  readonly listicle: Listicle | null;
  readonly placement: Placement;
}

function withIds({ value, long }: Shortened, ids: NewIds): Shortened {
  const state = value as State;
  const { createdBy, listicle, placement } = state;
  const image = (id: number | null) => (id === null ? null : ids.of('images', id));
  return {
    value: {
      ...state,
      createdBy: ids.of('authors', createdBy),
      imageId: image(state.imageId),
      teaserImageId: image(state.teaserImageId),
      socialTeaserImageId: image(state.socialTeaserImageId),
      listicle: listicle && {
        ...listicle,
        items: listicle.items.map((item) => ({
          ...item,
          id: ids.of('listicle-items', item.id),
          image_id: image(item.image_id),
        })),
      },
      placement: {
        ...placement,
        authorIds: placement.authorIds.map((id) => ids.of('authors', id)),
        sections: placement.sections.map((section) => ({
          ...section,
          sectionId: ids.of('sections', section.sectionId),
        })),
        badges: placement.badges.map((badge) => ({ ...badge, badgeId: ids.of('badges', badge.badgeId) })),
      },
    },
    long,
  };
}
