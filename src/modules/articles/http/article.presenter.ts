import { Injectable } from '@nestjs/common';
import { displayName } from '../../authors/domain/author.entity.js';
import { AuthorPresenter } from '../../authors/http/author.presenter.js';
import { BadgePresenter } from '../../badges/http/badge.presenter.js';
import { effectiveCrops } from '../../media/domain/manual-crops.js';
import { ImageLinks } from '../../media/images/image-links.js';
import { PermalinksService } from '../../permalinks/permalinks.service.js';
import { SiteSettings } from '../../site/site.settings.js';
import { ArticleStatus } from '../domain/article-record.js';
import { type ArticleView, isInPrivateSections } from '../domain/article-view.js';
import type { ArticleSelection } from '../listing/article-criteria.js';
import type { SiteFacts } from './fields/field-kinds.js';
import { ARTICLE_FIELDS } from './fields/article-fields.js';
import {
  BUILT_IN_FIELDS,
  chooseFields,
  type FieldChoice,
  selectionOf,
  type ShownField,
} from './fields/field-selection.js';
import { ExtraFields } from './fields/extra-fields.js';
import type { ArticleAction } from '../writing/article-input.js';
import type { ArticleResponse } from './article.response.js';

export interface Presentation {
  /** Whether the door shows where the draft can be looked at. */
  readonly withDraftUrl: boolean;
  /** Names of the fields that are shown; all when it is left out. */
  readonly fields?: ReadonlySet<string> | undefined;
}

type WrittenView = ArticleView & { readonly warnings?: readonly string[] };

/** The post object, shared by every door. */
@Injectable()
export class ArticlePresenter {
  private readonly site: SiteFacts;
  private readonly fields: readonly ShownField[];
  /** The functions alone: fields differ in shape, and looking them up in objects of many shapes is slow. */
  private readonly presenters: readonly (readonly [name: string, present: ShownField[1]['present']])[];
  private readonly blank: Readonly<Record<string, unknown>>;

  constructor(
    permalinks: PermalinksService,
    authors: AuthorPresenter,
    badges: BadgePresenter,
    links: ImageLinks,
    { id }: SiteSettings,
    extra: ExtraFields,
  ) {
    this.fields = [...new Map([...BUILT_IN_FIELDS, ...extra.shown])];
    this.presenters = this.fields.map(([name, { present }]) => [name, present]);
    this.blank = { ...ARTICLE_FIELDS, ...Object.fromEntries(extra.shown) };
    this.site = {
      id,
      urlOf: (path) => permalinks.urlOf(path),
      ampUrlOf: (path, ampPath) => (permalinks.hasAmp ? permalinks.ampUrlOf(path, ampPath) : null),
      presentAuthor: (author, portrait) => ({
        id: author.id,
        name: author.name,
        title: displayName(author),
        avatar: authors.photoUrl(portrait),
        profile_href: authors.profileUrl(author),
        about_html: author.aboutHtml ?? '',
        about_html_safe: author.aboutHtmlSafe ?? '',
      }),
      presentBadge: (badge, image) => badges.present(badge, image),
      imageUrl: (image) => links.originUrl(image),
      presentImage: (image, sent) => {
        const crops = effectiveCrops(sent, image);
        return {
          id: image.id,
          width: image.width,
          height: image.height,
          is_animated_gif: image.isAnimatedGif,
          alt: image.alt,
          thumbnails: links.thumbnails(image, crops),
          manual_image_crops: links.crops(image, crops),
          image_original_url: links.originUrl(image),
        };
      },
    };
  }

  /** The fields that a client has chosen, undefined for all, and what of articles they are made of. */
  choose(choice: FieldChoice): {
    readonly fields: ReadonlySet<string> | undefined;
    readonly selection: ArticleSelection | undefined;
  } {
    const fields = chooseFields(this.fields, choice);
    return { fields, selection: selectionOf(this.fields, fields) };
  }

  /** The answer of a door that takes drafts and posts. @param forDrafts whether what it creates is a draft */
  presentUpserted(article: WrittenView, action: ArticleAction | null | undefined, forDrafts: boolean) {
    const isDraftHere = forDrafts || action === 'unpublish';
    return this.presentWritten(article, {
      withDraftUrl: isDraftHere && article.status !== ArticleStatus.Published,
    });
  }

  /** The answer of a write, which also warns of what the client may not expect. */
  presentWritten(article: WrittenView, presentation: Presentation): ArticleResponse {
    const warnings = [...warningsOf(article), ...(article.warnings ?? [])];
    return Object.assign(this.present(article, presentation), { warnings });
  }

  present(article: ArticleView, { withDraftUrl, fields }: Presentation): ArticleResponse {
    if (!fields) return this.presentAll(article, withDraftUrl);
    const chosen = this.presenters.filter(([name]) => fields.has(name));
    const shown = chosen.map(([name, present]) => [name, present(article, this.site)]);
    return Object.fromEntries(shown) as ArticleResponse;
  }

  private presentAll(article: ArticleView, withDraftUrl: boolean): ArticleResponse {
    // A copy of something with the same keys: an object that is put together
    // key by key is slow to make, and to print.
    const shown: Record<string, unknown> = { ...this.blank };
    for (const [name, present] of this.presenters) shown[name] = present(article, this.site);
    if (!withDraftUrl) shown.draft_url = undefined;
    return shown as unknown as ArticleResponse;
  }
}

function warningsOf(article: ArticleView): string[] {
  if (article.status !== ArticleStatus.Published || !isInPrivateSections(article)) return [];
  return ['Readers without a key do not see this post: every section that it is in is Private.'];
}
