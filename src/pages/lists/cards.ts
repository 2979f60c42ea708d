import { Injectable } from '@nestjs/common';
import { parseWebUrl } from '../../kernel/web-url.js';
import { select, type Selected } from '../../modules/articles/listing/article-criteria.js';
import type {
  ArticleBadgeView,
  ArticleSectionView,
  SelectedArticle,
} from '../../modules/articles/domain/article-view.js';
import { displayName } from '../../modules/authors/domain/author.entity.js';
import { AuthorPresenter } from '../../modules/authors/http/author.presenter.js';
import { BadgeCategory } from '../../modules/badges/domain/badge.entity.js';
import { mediaImageId } from '../../modules/articles/domain/article-images.js';
import type { Image } from '../../modules/media/domain/image.entity.js';
import { SectionStatus } from '../../modules/sections/domain/section.entity.js';
import type { AuthorModel, BadgeModel, CardModel, LinkModel, PictureModel } from '../models/page-models.js';
import { Pictures } from '../post/pictures.js';
import { SitePages } from '../models/site-pages.js';

/** The columns and relations that cards are made of. */
export const CARD_SELECTION = select(
  [
    'path',
    'headline',
    'subheadline',
    'createdTs',
    'imageId',
    'imageExternal',
    'manualImageCrops',
    'media',
    'mediaHtml',
    'teaserImageId',
    'teaserManualImageCrops',
  ],
  ['authors', 'sections', 'badges', 'badgeDetails'],
);
type CardArticle = Selected<typeof CARD_SELECTION>;
type PicturedArticle = SelectedArticle<
  | 'imageId'
  | 'imageExternal'
  | 'manualImageCrops'
  | 'media'
  | 'mediaHtml'
  | 'teaserImageId'
  | 'teaserManualImageCrops',
  never
>;
type SocialArticle = PicturedArticle &
  SelectedArticle<'socialTeaserImageId' | 'socialTeaserManualImageCrops', never>;

/** Posts as lists show them, and what posts and lists show alike. */
@Injectable()
export class Cards {
  constructor(
    private readonly pages: SitePages,
    private readonly pictures: Pictures,
    private readonly authors: AuthorPresenter,
  ) {}

  card(article: CardArticle): CardModel {
    return {
      url: this.pages.urlOf(article.path),
      headline: article.headline,
      subheadline: article.subheadline,
      picture: this.pictureOf(article),
      published: this.pages.timeOf(article.createdTs),
      authors: this.authorsOf(article),
      section: this.sectionOf(article),
      badges: this.badgesOf(article),
    };
  }

  /** The teaser's image, else the lead image, else the one that the lead media are. */
  pictureOf(article: PicturedArticle): PictureModel | null {
    const chosen = teaserOf(article) ?? leadOf(article);
    if (chosen) return this.pictures.card(...chosen);
    const elsewhere = parseWebUrl(article.imageExternal ?? '');
    return elsewhere && this.pictures.elsewhere(elsewhere.href);
  }

  /** The card for social networks: its own fields where they are set, else those of the card. */
  socialPictureOf(article: SocialArticle): PictureModel | null {
    const { images, socialTeaserImageId, socialTeaserManualImageCrops } = article;
    const own = chosenOf(images, socialTeaserImageId, socialTeaserManualImageCrops);
    const chosen = own ?? teaserOf(article) ?? leadOf(article);
    return chosen ? this.pictures.social(...chosen) : this.pictureOf(article);
  }

  authorsOf({ authors, images }: Pick<CardArticle, 'authors' | 'images'>): AuthorModel[] {
    return authors.map((author) => ({
      title: displayName(author),
      url: this.authors.profileUrl(author),
      photo: this.authors.photoUrl(images.get(author.imageId ?? 0) ?? null),
    }));
  }

  /** The primary section, else the first that readers may see. */
  sectionOf({ sections }: Pick<CardArticle, 'sections'>): LinkModel | null {
    const visible = sections.filter(
      ({ status, fullUrl }) => status === SectionStatus.Public && fullUrl !== '/',
    );
    const section: ArticleSectionView | undefined = visible.find(({ isPrimary }) => isPrimary) ?? visible[0];
    return section ? this.pages.sectionLink(section) : null;
  }

  badgesOf({ badgeDetails, images }: Pick<CardArticle, 'badgeDetails' | 'images'>): BadgeModel[] {
    return badgeDetails.map((view) => this.badge(view, images));
  }

  private badge({ badge }: ArticleBadgeView, images: CardArticle['images']): BadgeModel {
    const image = images.get(badge.imageId);
    const isSponsored = badge.category === BadgeCategory.Sponsored;
    return {
      title: badge.name,
      image: image ? this.pictures.whole(image) : null,
      isSponsored,
      description: isSponsored ? badge.description : null,
      url: isSponsored ? linkOf(badge.link) : null,
    };
  }
}

/** An image, and its crops where it is shown. */
type Chosen = readonly [image: Image, crops: object | null];

function chosenOf(images: CardArticle['images'], id: number | null, crops: object | null): Chosen | null {
  const image = images.get(id ?? 0);
  return image ? [image, crops] : null;
}

const teaserOf = ({ images, teaserImageId, teaserManualImageCrops }: PicturedArticle) =>
  chosenOf(images, teaserImageId, teaserManualImageCrops);

function leadOf(article: PicturedArticle): Chosen | null {
  const { images, imageId, imageExternal, manualImageCrops } = article;
  const own = chosenOf(images, imageId, manualImageCrops);
  return (
    own ?? (parseWebUrl(imageExternal ?? '') === null ? chosenOf(images, mediaImageId(article), null) : null)
  );
}

/** The fields of the link are the client's own; the first address in it is taken. */
function linkOf(link: object | null): string | null {
  const address = Object.values(link ?? {}).find(
    (value) => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value),
  ) as string | undefined;
  return address ?? null;
}
