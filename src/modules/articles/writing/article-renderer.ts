import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InvalidError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';
import type { MarkedMedia } from '../../content/domain/media-marks.js';
import { EmbedMarkup } from '../../content/embeds/embed-markup.js';
import { ContentService, type Rendering, type ShowsMedia } from '../../content/rendering/content.service.js';
import { scaleCrop } from '../../media/domain/crops.js';
import { parseCrops } from '../../media/domain/manual-crops.js';
import { ImagesService } from '../../media/images/images.service.js';
import { MediaAccess } from '../../media/references/media-access.js';
import type { ArticleInput } from './article-input.js';
import type { Article } from '../domain/article.js';
import type { ArticleRecord } from '../domain/article-record.js';
import {
  IMAGE_SLOTS,
  type ImageUse,
  type MediaReference,
  mediaReferences,
} from '../domain/article-images.js';
import { type ListicleInput, NOT_RENDERED, type RenderedItem } from '../domain/listicle.js';

/** The rendered texts of an input; undefined where none was sent, null where one was cleared. */
export interface ArticleRenderings {
  readonly body: Rendering | null | undefined;
  readonly media: Rendering | null | undefined;
  /** The listicle, each item with what was rendered of it. */
  readonly listicle: ListicleInput | null | undefined;
  /** Warnings: the parts that are not shown, and why. */
  readonly warnings: readonly string[];
}

/** Version of the rendering rules that has brought the marks of media; 0 is that of nothing rendered. */
const FIRST_WITH_MARKS = 9;

/** More faults of one kind tell a client nothing. */
const MAX_NAMED = 20;

/** Texts of an item that may hold HTML and shortcodes. */
const ITEM_TEXTS = { headline_html: 'headline', media: 'media', body: 'body' } as const;

/** Images, shortcodes and embeds in articles: makes sure that they are there, and renders what holds them. */
@Injectable()
export class ArticleRenderer {
  constructor(
    private readonly content: ContentService,
    private readonly embeds: EmbedMarkup,
    private readonly images: ImagesService,
    private readonly access: MediaAccess,
  ) {}

  /** All texts at once; needs no transaction. */
  async render(
    { content: { body, media, video }, listicle }: ArticleInput,
    mayShow?: ShowsMedia,
  ): Promise<ArticleRenderings> {
    const texts = new Map<string, string>();
    if (body) texts.set('body', body);
    if (media) texts.set('media', media);
    listicle?.items?.forEach((item, index) => {
      for (const name of Object.keys(ITEM_TEXTS) as (keyof typeof ITEM_TEXTS)[])
        if (item[name]) texts.set(itemField(index, name), item[name]);
    });
    const renderings = await this.content.renderAll([...texts.values()], mayShow);
    const byField = new Map([...texts.keys()].map((field, index) => [field, renderings[index]]));
    const of = (text: string | null | undefined, field: string) =>
      text === undefined ? undefined : (byField.get(field) ?? null);
    return {
      body: of(body, 'body'),
      media: of(media, 'media'),
      listicle: listicle?.items ? { ...listicle, items: renderItems(listicle.items, byField) } : listicle,
      warnings: [
        ...[...byField].flatMap(([field, rendering]) =>
          (rendering?.warnings ?? []).map((warning) => `${field}: ${warning}`),
        ),
        ...this.warningsOf(video),
      ],
    };
  }

  private warningsOf(video: string | null | undefined): readonly string[] {
    const isShown = !video || this.embeds.video(video) !== null;
    return isShown ? [] : ['video: it is not shown, since its host is not among content.embedHosts'];
  }

  /** Renders the texts again that were rendered by former rules and not sent now. */
  async bringUpToDate(article: Article): Promise<void> {
    if (article.version === 0) article.renderingVersion = this.content.version;
    else if (article.renderingVersion !== this.content.version) await this.rerender(article);
  }

  /**
   * Renders all of an article anew: after a change of the rules, or of where
   * the site is, or of what it shows.
   *
   * @param mayShow which media may be shown: those that are shown already, unless told otherwise. Nobody has
   *   asked whether whoever wrote a text may see media that came into being after it.
   * @returns what is not shown, and why
   */
  async rerender(
    article: Article,
    mayShow: ShowsMedia = this.whatIsShownBy(article),
  ): Promise<readonly string[]> {
    const { body, media, listicle } = article;
    article.renderingVersion = this.content.version;
    const items = listicle?.items.map((item) => ({ ...item, rendered: undefined }));
    const texts = { content: { body, media }, listicle: items ? { items } : null };
    const rendered = await this.render(texts, mayShow);
    setRenderings(article, rendered);
    if (listicle && rendered.listicle?.items) {
      const anew = rendered.listicle.items.map((item) => item.rendered ?? {});
      article.listicle = {
        ...listicle,
        items: listicle.items.map((item, index) => ({
          ...item,
          rendered: { ...NOT_RENDERED, ...anew[index] },
        })),
      };
    }
    return rendered.warnings;
  }

  /**
   * Renders a former state of an article for an actor: of its media, those that the actor sees now.
   * @returns whether these are among them
   */
  async renderFormer(article: Article, present: Readonly<ArticleRecord>, actor: Actor): Promise<ShowsMedia> {
    await this.rerender(article, () => true);
    const unseen = await this.unseen(this.mediaShownBefore(actor, present), article, actor);
    const isUnseen = among(unseen);
    const isSeen: ShowsMedia = (media) => !isUnseen(media);
    if (unseen.length > 0) await this.rerender(article, isSeen);
    return isSeen;
  }

  /** The media that the article shows already: the actor may keep them. */
  mediaShownBefore(actor: Actor, article: Readonly<ArticleRecord>): readonly MediaReference[] {
    return this.access.seesAll(actor) ? [] : [...mediaReferences(article)];
  }

  /**
   * Media that are new to the article must be visible to the actor: nobody gets to see the pictures of
   * others' drafts by showing them in drafts of their own.
   *
   * @throws InvalidError naming the fields
   */
  async mustSee(before: readonly MediaReference[], article: Article, actor: Actor): Promise<void> {
    const unseen = await this.unseen(before, article, actor);
    if (unseen.length === 0) return;
    const errors = unseen.map(({ field, kind, id }) => ({ field, message: `there is no ${kind} ${id}` }));
    throw InvalidError.fields(errors.slice(0, MAX_NAMED));
  }

  /** Renderings of former versions do not tell which media they show. Another sanitiser counts by itself. */
  private whatIsShownBy(article: Article): ShowsMedia {
    const first = Math.max(1, Math.min(FIRST_WITH_MARKS, this.content.version));
    return article.renderingVersion < first ? () => true : among(mediaReferences(article));
  }

  /** Media that are new to the article, and that the actor does not see. */
  private async unseen(
    before: readonly MediaReference[],
    article: Article,
    actor: Actor,
  ): Promise<MediaReference[]> {
    if (this.access.seesAll(actor)) return [];
    const isKnown = among(before);
    const added = [...mediaReferences(article)].filter((media) => !isKnown(media));
    const unseen: MediaReference[] = [];
    for (const kind of ['image', 'document'] as const) {
      const ofKind = added.filter((media) => media.kind === kind);
      const seen = await this.access.seen(kind, [...new Set(ofKind.map(({ id }) => id))], actor);
      unseen.push(...ofKind.filter(({ id }) => !seen.has(id)));
    }
    return unseen;
  }

  /**
   * Images that are new to the article have to be there, and crops in them.
   *
   * @throws InvalidError naming the fields
   */
  async mustHaveImages(input: ArticleInput, article: Article): Promise<void> {
    const uses = [...slotUses(input, article), ...itemUses(input, article)];
    const isNew = ({ id, formerId }: ImageUse) => typeof id === 'number' && id !== formerId;
    const images = new Map(await this.images.mustExist(uses.filter(isNew)));
    const cropped = uses.filter(({ crops, formerCrops }) => crops && !isDeepStrictEqual(crops, formerCrops));
    const more = await this.images.byId(cropped.filter((use) => !isNew(use)).map(({ formerId }) => formerId));
    for (const { id, formerId, crops, cropsField } of cropped) {
      const inputs = Object.entries(parseCrops(crops ?? {}, cropsField));
      const image = images.get(id ?? 0) ?? more.get(formerId ?? 0);
      for (const [code, crop] of inputs) if (image && crop) scaleCrop(crop, image, `${cropsField}.${code}`);
    }
  }
}

/** Whether media are among these. */
function among(some: Iterable<MarkedMedia>): ShowsMedia {
  const keys = new Set(Array.from(some, ({ kind, id }) => `${kind} ${id}`));
  return ({ kind, id }) => keys.has(`${kind} ${id}`);
}

/** Crops of an image that gives way to another one go with it, unless others are sent. */
export function dropCropsOfReplacedImages({ content }: ArticleInput, article: Article): void {
  for (const slot of IMAGE_SLOTS) {
    const { [slot.id]: id, [slot.crops]: crops } = content;
    if (id !== undefined && id !== article[slot.id] && crops === undefined) article[slot.crops] = null;
  }
}

/** Puts the renderings into the article. */
export function setRenderings(
  article: Article,
  { body, media }: Pick<ArticleRenderings, 'body' | 'media'>,
): void {
  if (body !== undefined) {
    article.description = body?.html ?? null;
    article.wordsCount = body?.wordsCount ?? 0;
  }
  if (media !== undefined) article.mediaHtml = media?.html ?? null;
}

const itemField = (index: number, name: string): string => `listicle.items[${index}].${name}`;

function renderItems(
  items: NonNullable<ListicleInput['items']>,
  renderings: ReadonlyMap<string, Rendering | undefined>,
): NonNullable<ListicleInput['items']> {
  return items.map((item, index) => {
    const rendered: { -readonly [F in keyof RenderedItem]?: string | null } = {};
    for (const [name, target] of Object.entries(ITEM_TEXTS) as [
      keyof typeof ITEM_TEXTS,
      keyof RenderedItem,
    ][]) {
      if (item[name] !== undefined) rendered[target] = renderings.get(itemField(index, name))?.html ?? null;
    }
    return { ...item, rendered };
  });
}

function slotUses({ content }: ArticleInput, article: Article): ImageUse[] {
  return IMAGE_SLOTS.map((slot) => ({
    id: content[slot.id],
    field: slot.idField,
    formerId: article[slot.id],
    crops: content[slot.crops],
    cropsField: slot.cropsField,
    formerCrops: article[slot.crops] ?? {},
  }));
}

function itemUses({ listicle }: ArticleInput, article: Article): ImageUse[] {
  const former = new Map((article.listicle?.items ?? []).map((item) => [item.id, item]));
  return (listicle?.items ?? []).map((item, index) => ({
    id: item.image_id,
    field: itemField(index, 'image_id'),
    formerId: former.get(item.id ?? 0)?.image_id ?? null,
    crops: item.manual_image_crops,
    cropsField: itemField(index, 'manual_image_crops'),
    formerCrops: former.get(item.id ?? 0)?.manual_image_crops ?? {},
  }));
}
