import type { UtcSeconds } from '../../../../kernel/clock.js';
import { Field, readList, SecondsField, StringField } from '../../../../platform/http/request/fields.js';
import type { CustomPage } from '../../../permalinks/domain/custom-page.js';
import { ArticleStatus } from '../../domain/article-record.js';
import { authorIdsOf } from '../../domain/article-view.js';
import { type Listicle, type ListicleInput, NOT_RENDERED } from '../../domain/listicle.js';
import {
  type ArticleField,
  column,
  content,
  derived,
  flagContent,
  objectContent,
  type SentField,
  textContent,
  writable,
} from './field-kinds.js';
import {
  anything,
  ArticleAuthorResponse,
  CustomPageResponse,
  flag,
  integer,
  integers,
  LikesResponse,
  ListicleItemHtml,
  maybeInteger,
  seconds,
  StatsResponse,
  text,
  TimeToReadResponse,
} from '../article-parts.response.js';
import { RELATION_FIELDS } from './relation-fields.js';
import { IMAGE_FIELDS, imageOf } from './image-fields.js';
import { listicleSchema, pagesSchema, readId, readListicle, readPages } from './field-readers.js';

/** Reading speed in words a second (238 a minute). */
const WORDS_PER_SECOND = 238 / 60;

/** A listicle as it was sent, and what is safe of it. */
export const sentListicle = ({ items, settings }: Listicle) => ({
  items: items.map(({ rendered, ...item }) => ({ ...item, headline_html_safe: rendered?.headline ?? null })),
  settings,
});

/**
 * Every field of the post object, in the order of answers: how it is read, written, documented, and what of
 * an article it is made of. Interface, chapter "Post and draft".
 */
export const ARTICLE_FIELDS = {
  id: column('id', integer()),
  status: column('status', {
    type: 'integer',
    enum: [0, 1, 2, 3],
    description: '0 published, 1 draft, 2 scheduled, 3 removed',
  }),
  version: column('version', integer('raised by every change; in quotes, the entity tag for If-Match')),
  headline: content(
    'headline',
    { type: String, example: 'The bridge is open' },
    StringField({ minLength: 1, nullable: false, example: 'The bridge is open' }),
  ),
  subheadline: textContent('subheadline'),
  body: textContent(
    'body',
    { description: 'HTML', example: '<p>Since this morning …</p>' },
    'HTML, as it was sent',
  ),
  description: column(
    'description',
    text('the body made safe for readers, with shortcodes and embeds as HTML'),
  ),
  basename: column('basename', {
    type: String,
    description: 'slug part of the path',
    example: 'the-bridge-is-open',
  }),
  manual_basename: textContent('manualBasename', {
    maxLength: 200,
    description: 'slug part; made of the headline when absent',
  }),
  post_url: derived({ columns: ['path'] }, ({ path }, { urlOf }) => urlOf(path), {
    type: String,
    example: 'https://example.com/the-bridge-is-open',
  }),
  draft_url: derived(
    { columns: ['path'] },
    ({ path }, { urlOf }): string | undefined => `${urlOf(path)}?draft=1`,
    {
      type: String,
      required: false,
      description: 'page of the draft; shown by drafts, and by a post just unpublished',
    },
  ),
  amp_url: derived(
    { columns: ['path', 'ampPath'] },
    ({ path, ampPath }, { ampUrlOf }) => ampUrlOf(path, ampPath),
    text('AMP page; null where the site has none'),
  ),
  slug: derived({ columns: ['path'] }, ({ path }) => path.slice(1), {
    type: String,
    description: 'path of post_url',
    example: 'the-bridge-is-open',
  }),
  raw_share_url: derived({ columns: ['path'] }, ({ path }, { urlOf }) => urlOf(path), { type: String }),
  type: writable(
    column('type', { type: String, example: 'page' }),
    StringField({
      description: 'image, video or page by what the article has, when absent',
      example: 'page',
    }),
    (input, type: string | null) => {
      input.type = type === '' ? null : type;
    },
  ),
  ...RELATION_FIELDS,
  page_title: textContent('pageTitle', { description: 'meta title; the headline is rendered when empty' }),
  meta_description: textContent('metaDescription', { description: 'the subheadline is rendered when empty' }),
  og_title: textContent('ogTitle'),
  og_description: textContent('ogDescription'),
  ...IMAGE_FIELDS,
  media: textContent(
    'media',
    { description: 'lead media: HTML or a shortcode' },
    'HTML or shortcodes, as it was sent',
  ),
  media_html: column(
    'mediaHtml',
    text('the lead media made safe for readers, with shortcodes and embeds as HTML'),
  ),
  video: textContent('video', { description: 'URL that is the source of an iframe' }),
  listicle: writable(
    derived(
      { columns: ['listicle'] },
      ({ listicle }): object => (listicle ? sentListicle(listicle) : {}),
      anything('items and settings'),
    ),
    Field(readListicle, {}, listicleSchema),
    (input, listicle: ListicleInput | null) => {
      input.listicle = listicle;
    },
  ),
  listicle_html: derived(
    { columns: ['listicle'] },
    ({ listicle }) => (listicle?.items ?? []).map(({ id, rendered = NOT_RENDERED }) => ({ id, ...rendered })),
    { type: [ListicleItemHtml], description: 'texts of the items, made safe for readers' },
  ),
  product: objectContent('product', { description: 'kept as sent' }, 'as it was sent'),
  layout_name: textContent('layoutName'),
  ee_layout_name: textContent('eeLayoutName'),
  roar_author_ids: writable(
    derived({ relations: ['authors'] }, authorIdsOf, integers()),
    Field(
      readList(readId, 100),
      { description: "absent on creation, or empty: the key's author", example: [7] },
      { type: 'array', items: { type: 'integer' } },
    ),
    (input, ids: number[] | null) => {
      input.authorIds = ids ?? [];
    },
  ),
  roar_authors: derived(
    { relations: ['authors'] },
    (article, { presentAuthor }) =>
      article.authors.map((author) => presentAuthor(author, imageOf(article, author.imageId))),
    { type: [ArticleAuthorResponse] },
  ),
  roar_specific_data: objectContent(
    'roarSpecificData',
    { description: 'custom fields, kept as sent' },
    'as it was sent',
  ),
  page_list: writable(
    derived({ columns: ['pageList'] }, ({ pageList }) => pageList ?? [], { type: [CustomPageResponse] }),
    Field(readPages, { description: 'custom URLs; the first web path is the path of the post' }, pagesSchema),
    (input, pages: CustomPage[] | null) => {
      input.content.pageList = pages;
    },
  ),
  created_ts: writable(
    column('createdTs', seconds('publication time, seconds UTC')),
    SecondsField({ description: 'publication time; null returns to the time of the first publication' }),
    (input, at: UtcSeconds | null) => void (input.createdTs = at),
  ),
  updated_ts: writable(
    column('updatedTs', seconds('last change, seconds UTC')),
    SecondsField({ description: 'time of the last change; now when absent' }),
    (input, at: UtcSeconds | null) => {
      input.updatedTs = at;
    },
  ),
  inserted_ts: column('insertedTs', seconds('creation, seconds UTC')),
  last_published_ts: column('lastPublishedTs', maybeInteger('last publication, seconds UTC')),
  scheduled_at: column('scheduledAt', maybeInteger('when it will be published, seconds UTC')),
  partnernews_article: flagContent('partnernewsArticle', {
    description: 'send to a third-party news aggregator',
  }),
  provider_id: column('providerId', integer('0 entry editor, 15 import, 20 API')),
  provider_post_id: writable(
    column('providerPostId', text('external id')),
    StringField({ maxLength: 255, description: 'external id; settable on creation only' }),
    (input, id: string | null) => {
      input.providerPostId = id;
    },
  ),
  site_id: derived({}, (_article, { id }) => id, integer()),
  removed: derived({ columns: ['status'] }, ({ status }) => status === ArticleStatus.Removed, flag()),
  likes: derived({ columns: ['likesCount'] }, ({ likesCount }) => ({ count: likesCount }), {
    type: LikesResponse,
  }),
  stats: derived(
    { columns: ['pageViewsCount'] },
    ({ pageViewsCount }) => ({ page_views_count: pageViewsCount }),
    { type: StatsResponse },
  ),
  words_count: column('wordsCount', integer('words of the body')),
  time_to_read: derived(
    { columns: ['wordsCount'] },
    ({ wordsCount }) => ({
      calculation: 'words',
      in_seconds: Math.round(wordsCount / WORDS_PER_SECOND),
    }),
    { type: TimeToReadResponse },
  ),
} satisfies Readonly<Record<string, ArticleField | SentField<never>>>;
