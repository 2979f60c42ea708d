import { percentDecoded } from '../../../kernel/text.js';
import { plainText } from '../../../kernel/html.js';
import { slugify } from '../../../kernel/slug.js';
import type {
  EntryNote,
  EntryState,
  LeftOut,
  SourceAuthor,
  SourceEntry,
  SourceImage,
  SourceRecord,
  SourceSection,
} from '../cms/source-entry.js';
import { pathOf, secondsOf, webUrl } from '../cms/source-url.js';
import { headlineOf, metaFields, tagsField, UNKNOWN_STATUS } from '../cms/entry-fields.js';
import { footnotesOf } from './footnotes.js';
import { ReusableBlocksText } from './reusable-blocks.js';
import { textOfWordPress } from './wordpress-text.js';
import type { WxrItem } from './wxr-file.js';

const POSTS = new Set(['post', 'page']);
/** Types of WordPress itself that are no posts. */
const PARTS: Readonly<Record<string, string>> = {
  revision: 'earlier versions of posts',
  nav_menu_item: 'entries of menus',
  wp_navigation: 'menus',
};
const STATES: Readonly<Record<string, EntryState>> = { publish: 'published', draft: 'draft' };

const FOOTNOTES = 'footnotes';
const TEMPLATE: EntryNote = {
  reason: 'seo-template',
  text: 'titles and descriptions of Yoast SEO that are made of variables are left out',
};

const DRAFTS: Readonly<Record<string, EntryNote>> = {
  private: { reason: 'private', text: 'private posts become drafts' },
  pending: { reason: 'pending', text: 'posts that await a review become drafts' },
  password: { reason: 'password', text: 'posts with a password become drafts' },
};
const STICKY: EntryNote = { reason: 'sticky', text: 'posts that stood on top do not: pin them to a section' };
const NO_LEAD: EntryNote = { reason: 'lead-image', text: 'the lead image is not in the file' };
const NO_REDIRECT: EntryNote = {
  reason: 'url',
  text: 'the former URL has no path of its own: nothing leads from it to the post',
};

/** An attachment of the file. */
export interface Attachment extends SourceImage {
  readonly id: string;
}

/** The site that items are of, and what the file says of them elsewhere. */
export interface WxrSite {
  author(login: string): SourceAuthor;
  attachment(id: string): Attachment | null;
  /** The text of a reusable block. */
  reusableBlock(id: string): string | null;
  /** Images that were uploaded to the post. */
  attachmentsOf(postId: string): readonly Attachment[];
  /** The image in a text, where it is one of the site. */
  image(src: string, classes: string): SourceImage | null;
}

/** Makes entries of the items of an export of WordPress. */
export class WxrEntries {
  constructor(private readonly site: WxrSite) {}

  *of(item: WxrItem): Generator<SourceRecord, void> {
    const { texts } = item;
    const subject = { id: `wp:${texts['wp:post_id'] ?? '?'}`, title: plainText(texts.title ?? '') };
    const type = texts['wp:post_type'] ?? '';
    const status = texts['wp:status'] ?? '';
    if (item.comments > 0)
      yield { kind: 'left-out', ...subject, ...noted('comment', 'comments'), count: item.comments };
    if (type === 'attachment') return;
    // The type of a broken item may be unknown.
    const why = item.fault !== null && type === '' ? null : leftOut(type, status);
    if (why) yield { kind: 'left-out', ...subject, ...why };
    else if (item.fault !== null) yield { kind: 'unreadable', ...subject, message: item.fault };
    else if (!/^\d{1,20}$/.test(texts['wp:post_id'] ?? ''))
      yield { kind: 'unreadable', ...subject, message: 'it has no id (wp:post_id)' };
    else yield this.entry(item, subject);
  }

  private entry(item: WxrItem, { id, title }: { readonly id: string; readonly title: string }): SourceEntry {
    const { texts, terms, meta } = item;
    const postId = texts['wp:post_id'] ?? '';
    const gallery = (ids: readonly string[]) =>
      ids.length > 0
        ? ids.flatMap((one) => this.site.attachment(one) ?? [])
        : this.site.attachmentsOf(postId);
    const footnotes = footnotesOf(meta.get(FOOTNOTES));
    const blocks = new ReusableBlocksText((one) => this.site.reusableBlock(one));
    const content = blocks.expanded(texts['content:encoded'] ?? '');
    const { html, notes } = textOfWordPress(content, gallery, footnotes);
    const [state, stateNotes] = stateOf(item);
    const [headline, headlineNotes] = headlineOf(title, html);
    const published = publicationOf(item);
    const [leadImage, leadNotes] = this.lead(meta.get('_thumbnail_id'));
    const link = texts.link ?? '';
    const hasPath = pathOf(link) !== null;
    const wasPublic = state === 'published';
    const [tags, tagNotes] = tagsField(named(item, 'post_tag'));
    return {
      kind: 'entry',
      id,
      title,
      state,
      fields: {
        headline,
        subheadline: plainText(texts['excerpt:encoded'] ?? '') || undefined,
        manual_basename: slugify(percentDecoded(texts['wp:post_name'] ?? ''), 200) || undefined,
        type: texts['wp:post_type'] === 'page' ? 'page' : undefined,
        tags,
        created_ts: published ?? undefined,
        updated_ts: timeOf(item, 'wp:post_modified') ?? published ?? undefined,
        ...metaFields({
          page_title: template(meta.get('_yoast_wpseo_title')),
          meta_description: template(meta.get('_yoast_wpseo_metadesc')),
        }),
      },
      body: html,
      ownImage: ({ src, classes }) => this.site.image(src, classes),
      leadImage,
      socialImage: null,
      authors: texts['dc:creator'] ? [this.site.author(texts['dc:creator'].trim())] : [],
      sections: terms
        .filter(({ domain, nicename }) => domain === 'category' && nicename !== '')
        .map(({ nicename, name }): SourceSection => ({ key: nicename, title: plainText(name) })),
      formerUrl: wasPublic && hasPath ? link : null,
      notes: [
        ...stateNotes,
        ...headlineNotes,
        ...tagNotes,
        ...blocks.notes,
        ...notes,
        ...leadNotes,
        ...(texts['wp:is_sticky'] === '1' ? [STICKY] : []),
        ...(wasPublic && !hasPath && webUrl(link) ? [NO_REDIRECT] : []),
        ...formatNotes(item),
        ...customNotes(item),
      ],
    };
  }

  private lead(id: string | undefined): [SourceImage | null, readonly EntryNote[]] {
    if (id === undefined || !/^[1-9]\d{0,19}$/.test(id)) return [null, []];
    const image = this.site.attachment(id);
    return [image, image ? [] : [NO_LEAD]];
  }
}

const noted = (reason: string, text: string): Pick<LeftOut, 'note'> => ({ note: { reason, text } });

/** Why an item becomes no article; null when it becomes one. */
function leftOut(type: string, status: string): Pick<LeftOut, 'note'> | null {
  if (POSTS.has(type)) {
    if (status === 'trash') return noted('trash', 'posts in the trash');
    return status === 'auto-draft' || status === 'inherit'
      ? noted('auto-draft', 'posts that nobody has saved')
      : null;
  }
  const part = PARTS[type];
  return part === undefined
    ? noted(`type:${type}`, `entries of the type ${type || 'none'}`)
    : noted(type, part);
}

function stateOf(item: WxrItem): [EntryState, readonly EntryNote[]] {
  const status = item.texts['wp:status'] ?? '';
  const time = publicationOf(item);
  const note =
    DRAFTS[status] ??
    // A password of a draft is no reason to say that it has become one.
    ((item.texts['wp:post_password'] ?? '') !== '' && status !== 'draft' ? DRAFTS.password : undefined);
  if (note) return ['draft', [note]];
  if (status === 'future') return time === null ? ['draft', [UNKNOWN_STATUS]] : [{ scheduledAt: time }, []];
  const state = STATES[status];
  return state === undefined ? ['draft', [UNKNOWN_STATUS]] : [state, []];
}

/** The time in UTC; where WordPress has none, as of drafts, the time of its own zone. */
function timeOf({ texts }: WxrItem, name: string): number | null {
  return secondsOf(texts[`${name}_gmt`]) ?? secondsOf(texts[name]);
}

function publicationOf(item: WxrItem): number | null {
  const gmt = secondsOf(item.texts['wp:post_date_gmt']);
  const told = Date.parse(item.texts.pubDate ?? '');
  return gmt ?? (Number.isNaN(told) ? null : Math.floor(told / 1000)) ?? timeOf(item, 'wp:post_date');
}

const named = ({ terms }: WxrItem, of: string): string[] =>
  terms.filter(({ domain }) => domain === of).map(({ name }) => plainText(name));

/** Titles of a plugin that are made of others (`%%title%%`) are no titles. */
const template = (text: string | undefined): string | undefined =>
  text === undefined || text.includes('%%') ? undefined : text;

function formatNotes({ terms }: WxrItem): EntryNote[] {
  return terms
    .filter(({ domain }) => domain === 'post_format')
    .map(({ nicename }) => ({
      reason: nicename.slice(0, 60),
      text: 'posts of this format look like any other',
    }));
}

/** Custom fields that WordPress shows to editors. */
function customNotes({ meta, terms }: WxrItem): EntryNote[] {
  const hasFields = [...meta.keys()].some((key) => !key.startsWith('_') && key !== FOOTNOTES);
  const titles = [meta.get('_yoast_wpseo_title'), meta.get('_yoast_wpseo_metadesc')];
  const own = terms.find(({ domain }) => !['category', 'post_tag', 'post_format', ''].includes(domain));
  return [
    ...(hasFields ? [{ reason: 'custom-fields', text: 'custom fields are left out' }] : []),
    ...(titles.some((title) => title?.includes('%%')) ? [TEMPLATE] : []),
    ...(own
      ? [{ reason: `taxonomy:${own.domain.slice(0, 60)}`, text: 'terms of own taxonomies are left out' }]
      : []),
  ];
}
