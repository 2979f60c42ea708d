import { Injectable } from '@nestjs/common';
import { displayName } from '../../authors/domain/author.entity.js';
import { AuthorPresenter } from '../../authors/http/author.presenter.js';
import { PermalinksService } from '../../permalinks/permalinks.service.js';
import { SectionStatus } from '../../sections/domain/section.entity.js';
import { SiteSettings } from '../../site/site-settings.js';
import { ArticleStatus } from '../domain/article-record.js';
import type { ArticleAuthorView, ArticleView } from '../domain/article-view.js';
import type { ArticleAuthorResponse, ArticleResponse } from './article.response.js';

/** How fast people read, in words a second (238 a minute). */
const WORDS_PER_SECOND = 238 / 60;

export interface Presentation {
  /** Whether the door shows where the draft can be looked at. */
  readonly withDraftUrl: boolean;
}

/** The post object, shared by every door. */
@Injectable()
export class ArticlePresenter {
  constructor(
    private readonly permalinks: PermalinksService,
    private readonly authors: AuthorPresenter,
    private readonly settings: SiteSettings,
  ) {}

  /** The answer of a write, which also warns of what the client may not expect. */
  presentWritten(article: ArticleView, presentation: Presentation): ArticleResponse {
    return Object.assign(this.present(article, presentation), { warnings: warningsOf(article) });
  }

  present(article: ArticleView, { withDraftUrl }: Presentation): ArticleResponse {
    const url = this.permalinks.urlOf(article.path);
    const sections = article.sections.map(({ sectionId }) => sectionId);
    const tags = article.tags.map(({ title }) => title);
    return {
      id: article.id,
      status: article.status,
      version: article.version,
      headline: article.headline,
      subheadline: article.subheadline,
      body: article.body,
      description: article.description,
      basename: article.basename,
      manual_basename: article.manualBasename,
      post_url: url,
      ...(withDraftUrl && { draft_url: `${url}?draft=1` }),
      slug: article.path.slice(1),
      raw_share_url: url,
      type: article.type,
      tags,
      public_tags: tags,
      primary_tag: article.tags.find(({ isPrimary }) => isPrimary)?.title ?? null,
      sections,
      subpages: sections,
      primary_section: article.sections.find(({ isPrimary }) => isPrimary)?.sectionId ?? null,
      badges: article.badges.map(({ badgeId }) => badgeId),
      badges_details: [],
      page_title: article.pageTitle,
      meta_description: article.metaDescription,
      og_title: article.ogTitle,
      og_description: article.ogDescription,
      image_id: article.imageId,
      image: article.imageExternal,
      image_info: {},
      image_external: article.imageExternal,
      photo_credit: article.photoCredit,
      photo_caption: article.photoCaption,
      manual_image_crops: article.manualImageCrops ?? {},
      image_size: article.imageSize,
      teaser_image_id: article.teaserImageId,
      teaser_photo_credit: article.teaserPhotoCredit,
      teaser_photo_caption: article.teaserPhotoCaption,
      teaser_manual_image_crops: article.teaserManualImageCrops ?? {},
      teaser_image_size: article.teaserImageSize,
      social_teaser_image_id: article.socialTeaserImageId,
      social_teaser_photo_credit: article.socialTeaserPhotoCredit,
      social_teaser_photo_caption: article.socialTeaserPhotoCaption,
      social_teaser_manual_image_crops: article.socialTeaserManualImageCrops ?? {},
      social_teaser_image_size: article.socialTeaserImageSize,
      media: article.media,
      video: article.video,
      listicle: article.listicle ?? {},
      product: article.product ?? {},
      layout_name: article.layoutName,
      ee_layout_name: article.eeLayoutName,
      roar_author_ids: article.authors.map(({ id }) => id),
      roar_authors: article.authors.map((author) => this.presentAuthor(author)),
      roar_specific_data: article.roarSpecificData ?? {},
      page_list: article.pageList ?? [],
      created_ts: article.createdTs,
      updated_ts: article.updatedTs,
      inserted_ts: article.insertedTs,
      last_published_ts: article.lastPublishedTs,
      scheduled_at: article.scheduledAt,
      partnernews_article: article.partnernewsArticle,
      provider_id: article.providerId,
      provider_post_id: article.providerPostId,
      site_id: this.settings.site.id,
      removed: article.status === ArticleStatus.Removed,
      likes: { count: article.likesCount },
      stats: { page_views_count: article.pageViewsCount },
      words_count: article.wordsCount,
      time_to_read: { calculation: 'words', in_seconds: Math.round(article.wordsCount / WORDS_PER_SECOND) },
    };
  }

  private presentAuthor(author: ArticleAuthorView): ArticleAuthorResponse {
    return {
      id: author.id,
      name: author.name,
      title: displayName(author),
      avatar: this.authors.photoUrl(),
      profile_href: this.authors.profileUrl(author),
      about_html: author.aboutHtml ?? '',
    };
  }
}

function warningsOf({ status, sections }: ArticleView): string[] {
  const isPrivate =
    sections.length > 0 && sections.every((section) => section.status === SectionStatus.Private);
  if (status !== ArticleStatus.Published || !isPrivate) return [];
  return ['Readers without a key do not see this post: every section that it is in is Private.'];
}
