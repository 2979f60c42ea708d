import { Injectable } from '@nestjs/common';
import type { ArticleView } from '../../modules/articles/domain/article-view.js';
import { type Listicle, type ListicleItem, NOT_RENDERED } from '../../modules/articles/domain/listicle.js';
import { LeadMedia } from '../../modules/articles/writing/lead-media.js';
import { ListicleMedia } from '../../modules/articles/writing/listicle-media.js';
import { ampHtml, ampHtmlInSteps } from '../../modules/content/amp/amp.js';
import { type ContentPiece, piecesOf } from '../../modules/content/rendering/content-pieces.js';
import { formatShortcode } from '../../modules/content/domain/shortcode.js';
import { plainText } from '../../kernel/html.js';
import type { Image as ImageEntity } from '../../modules/media/domain/image.entity.js';
import { IMAGE_SHORTCODE } from '../../modules/media/images/image-markup.js';
import { type ImageModel, Images } from './images.js';
import { Layouts } from './layouts.js';
import { PostLinks } from './post-links.js';
import type { RequestContext } from '../request-context.js';
import type { ContentTree, GroupContentNode, ParticleContentNode } from '../schema/content.types.js';
import type { MediaContentKind } from '../schema/enums.js';
import type { Particle } from '../schema/particle.type.js';

type GroupModel = GroupContentNode & { readonly __typename: 'GroupContentNode' };
type ParticleModel = ParticleContentNode &
  Omit<Particle, 'image'> & { readonly __typename: 'ParticleContentNode'; readonly image: ImageModel | null };
type NodeModel = GroupModel | ParticleModel | MediaModel;

/** The content of a node: safe HTML, and the text that stands for it. */
interface Shown {
  readonly kind: MediaContentKind;
  readonly code: string;
  readonly safeHtml: string;
}

/**
 * A class, since a list makes hundreds of them: a getter in an object literal
 * takes as long as the rest of it.
 */
export class MediaModel implements Shown {
  readonly __typename = 'MediaContentNode';
  readonly kind: MediaContentKind;
  readonly code: string;
  readonly safeHtml: string;
  private markup: string | Promise<string> | undefined;

  constructor(
    { kind, code, safeHtml }: Shown,
    readonly ref: string,
    readonly parentRef: string,
  ) {
    this.kind = kind;
    this.code = code;
    this.safeHtml = safeHtml;
  }

  /** {@link safeHtml} as AMP markup. Between the steps of a long text others have their turn. */
  amp(request: RequestContext): string | Promise<string> {
    this.markup ??=
      this.safeHtml.length <= AT_ONCE_CHARACTERS
        ? ampHtml(this.safeHtml)
        : ampHtmlInSteps(this.safeHtml, () => request.turn());
    return this.markup;
  }
}

type ImagesById = ReadonlyMap<number, ImageEntity>;

const NO_IMAGES: ImagesById = new Map();
const NO_PARENT = '';
/** Some milliseconds of work. */
const AT_ONCE_CHARACTERS = 32_768;
/** Limit of the body of one item; there may be hundreds of items. */
const ITEM_PIECES = 50;
/** A shortcode without tags in it, which would not be shown. */
const SHORTCODE = /^\[[^[\]<>]+\]$/;

/**
 * The content of a post as a tree: its lead, its body, its listicle, each taken apart into texts and images.
 */
@Injectable()
export class ContentTrees {
  constructor(
    private readonly lead: LeadMedia,
    private readonly media: ListicleMedia,
    private readonly images: Images,
    private readonly layouts: Layouts,
    private readonly links: PostLinks,
  ) {}

  async treeOf(article: ArticleView, request: RequestContext): Promise<ContentTree> {
    const images = await imagesOf(article.listicle, request);
    const rootRef = `post-${article.id}`;
    const root: GroupModel = {
      __typename: 'GroupContentNode',
      ref: rootRef,
      parentRef: NO_PARENT,
      layout: this.layouts.plain,
      adsOrder: [],
    };
    const lead = this.leadOf(article);
    const body = this.bodyOf(article, rootRef, images);
    return {
      rootRef,
      tree: [root, ...(lead ? [new MediaModel(lead, `${rootRef}/lead`, rootRef)] : []), ...body],
    };
  }

  /** The body, and the listicle at its place in it, or behind it. */
  private bodyOf(article: ArticleView, parentRef: string, images: ImagesById): NodeModel[] {
    const { id, description, listicle } = article;
    const pieces = piecesOf(description ?? '', { postId: id });
    const group = listicle ? this.listicleNodes(article, listicle, parentRef, images) : [];
    const nodes = pieces.flatMap((piece, index): NodeModel[] =>
      piece.kind === 'listicle'
        ? group
        : [new MediaModel(shownOf(piece), `${parentRef}/body-${index + 1}`, parentRef)],
    );
    return pieces.some(({ kind }) => kind === 'listicle') ? nodes : [...nodes, ...group];
  }

  private listicleNodes(
    article: ArticleView,
    listicle: Listicle,
    parentRef: string,
    images: ImagesById,
  ): NodeModel[] {
    if (listicle.items.length === 0) return [];
    const ref = `listicle-${article.id}`;
    const { layout, adsOrder } = this.layouts.of(listicle.settings);
    const group: GroupModel = { __typename: 'GroupContentNode', ref, parentRef, layout, adsOrder };
    return [
      group,
      ...listicle.items.flatMap((item) =>
        this.itemNodes(item, article, ref, images, listicle.settings.body_text_above),
      ),
    ];
  }

  private itemNodes(
    item: ListicleItem,
    article: ArticleView,
    parentRef: string,
    images: ImagesById,
    isBodyAbove: boolean,
  ): NodeModel[] {
    const { id, headline, caption, credit, media, basename, rendered = NOT_RENDERED } = item;
    const ref = `particle-${id}`;
    const image = images.get(item.image_id ?? 0) ?? null;
    const title = plainText(rendered.headline ?? '') || headline;
    const shown = image && this.images.ofLibrary(image, { caption, credit, crops: item.manual_image_crops });
    const particle: ParticleModel = {
      __typename: 'ParticleContentNode',
      ref,
      parentRef,
      id,
      title,
      subtitle: null,
      breadcrumbTitle: title,
      image: shown,
      linkOut: shown?.linkOut ?? null,
      video: null,
      pages: this.links.pagesOf(article, basename),
    };
    const above: NodeModel[] = [];
    const { imageHtml, mediaHtml } = this.media.of(item, image);
    if (image && imageHtml) above.push(new MediaModel(imageShown(image, imageHtml), `${ref}/image`, ref));
    if (mediaHtml) above.push(new MediaModel(mediaShown(media, mediaHtml), `${ref}/media`, ref));
    const body = piecesOf(rendered.body ?? '', { most: ITEM_PIECES }).map(
      (piece, index) => new MediaModel(shownOf(piece), `${ref}/body-${index + 1}`, ref),
    );
    return [particle, ...(isBodyAbove ? [...body, ...above] : [...above, ...body])];
  }

  private leadOf(article: ArticleView): Shown | null {
    const lead = this.lead.of(article);
    if (!lead) return null;
    const { html: safeHtml, image } = lead;
    if (lead.kind === 'media') return mediaShown(article.media, safeHtml);
    if (lead.kind === 'video') return { kind: 'TEXT', code: safeHtml, safeHtml };
    return { kind: 'IMAGE', code: image ? shortcodeOf(image.id) : safeHtml, safeHtml };
  }
}

async function imagesOf(listicle: Listicle | null, request: RequestContext): Promise<ImagesById> {
  const ids = new Set(listicle?.items.flatMap(({ image_id }) => image_id ?? []));
  if (ids.size === 0) return NO_IMAGES;
  const images = await Promise.all([...ids].map((id) => request.images.load(id)));
  return new Map(images.flatMap((image) => (image ? [[image.id, image]] : [])));
}

function shownOf({ kind, html: safeHtml, imageId }: ContentPiece): Shown {
  if (kind !== 'image') return { kind: 'TEXT', code: safeHtml, safeHtml };
  return { kind: 'IMAGE', code: imageId === null ? safeHtml : shortcodeOf(imageId), safeHtml };
}

const imageShown = ({ id }: ImageEntity, safeHtml: string): Shown => ({
  kind: 'IMAGE',
  code: shortcodeOf(id),
  safeHtml,
});

/** Lead media are a shortcode or HTML, of which only what was made safe is shown. */
function mediaShown(sent: string | null, safeHtml: string): Shown {
  const pieces = piecesOf(safeHtml);
  const isImage = pieces.length === 1 && pieces[0]?.kind === 'image';
  const code = SHORTCODE.test(sent?.trim() ?? '') ? (sent ?? '').trim() : safeHtml;
  return { kind: isImage ? 'IMAGE' : 'TEXT', code, safeHtml };
}

const shortcodeOf = (imageId: number): string => formatShortcode(IMAGE_SHORTCODE, [String(imageId)], {});
