import { Injectable } from '@nestjs/common';
import type { ArticleSelection } from '../modules/articles/article-criteria.js';
import type {
  ArticleBadgeView,
  ArticleSectionView,
  ArticleView,
} from '../modules/articles/domain/article-view.js';
import { displayName } from '../modules/authors/domain/author.entity.js';
import { AuthorPresenter } from '../modules/authors/http/author.presenter.js';
import { BadgeCategory } from '../modules/badges/domain/badge.entity.js';
import { SectionStatus } from '../modules/sections/domain/section.entity.js';
import type { AuthorModel, BadgeModel, CardModel, LinkModel, PictureModel } from './page-models.js';
import { Pictures } from './pictures.js';
import { SitePages } from './site-pages.js';

/** What of articles cards are made of. */
export const CARD_SELECTION: ArticleSelection = {
  columns: new Set([
    ...([
      'path',
      'headline',
      'subheadline',
      'createdTs',
      'imageId',
      'imageExternal',
      'manualImageCrops',
    ] as const),
    ...(['teaserImageId', 'teaserManualImageCrops'] as const),
  ]),
  relations: new Set(['authors', 'sections', 'badges', 'badgeDetails']),
};

/** Posts as lists show them, and what posts and lists show alike. */
@Injectable()
export class Cards {
  constructor(
    private readonly pages: SitePages,
    private readonly pictures: Pictures,
    private readonly authors: AuthorPresenter,
  ) {}

  card(article: ArticleView): CardModel {
    return {
      url: this.pages.urlOf(article.path),
      headline: article.headline,
      subheadline: article.subheadline,
      picture: this.pictureOf(article),
      published: this.pages.timeOf(article.createdTs),
      authors: this.authorsOf(article),
      section: this.sectionOf(article),
      badges: this.badgesOf(article),
      opensNewTab: false,
    };
  }

  /** The teaser's image, else the lead image. */
  pictureOf(article: ArticleView): PictureModel | null {
    const { images, teaserImageId, teaserManualImageCrops, imageId, manualImageCrops, imageExternal } =
      article;
    const teaser = images.get(teaserImageId ?? 0);
    if (teaser) return this.pictures.card(teaser, teaserManualImageCrops);
    const image = images.get(imageId ?? 0);
    if (image) return this.pictures.card(image, manualImageCrops);
    return imageExternal && /^https?:/i.test(imageExternal) ? this.pictures.elsewhere(imageExternal) : null;
  }

  /** What social networks show, where somebody has chosen it. */
  socialPictureOf({
    images,
    socialTeaserImageId,
    socialTeaserManualImageCrops,
  }: ArticleView): PictureModel | null {
    const image = images.get(socialTeaserImageId ?? 0);
    return image ? this.pictures.card(image, socialTeaserManualImageCrops) : null;
  }

  authorsOf({ authors, images }: ArticleView): AuthorModel[] {
    return authors.map((author) => ({
      title: displayName(author),
      url: this.authors.profileUrl(author),
      photo: this.authors.photoUrl(images.get(author.imageId ?? 0) ?? null),
    }));
  }

  /** The primary section, else the first that readers may see. */
  sectionOf({ sections }: ArticleView): LinkModel | null {
    const visible = sections.filter(
      ({ status, fullUrl }) => status === SectionStatus.Public && fullUrl !== '/',
    );
    const section: ArticleSectionView | undefined = visible.find(({ isPrimary }) => isPrimary) ?? visible[0];
    return section ? { title: section.title, url: this.pages.urlOf(section.fullUrl) } : null;
  }

  badgesOf({ badgeDetails, images }: ArticleView): BadgeModel[] {
    return badgeDetails.map((view) => this.badge(view, images));
  }

  private badge({ badge }: ArticleBadgeView, images: ArticleView['images']): BadgeModel {
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

/** The fields of the link are the client's own; the first address in it is taken. */
function linkOf(link: object | null): string | null {
  const address = Object.values(link ?? {}).find(
    (value) => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value),
  ) as string | undefined;
  return address ?? null;
}
