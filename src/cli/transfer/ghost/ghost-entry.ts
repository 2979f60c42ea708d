import { plainText } from '../../../kernel/html.js';
import { slugify } from '../../../kernel/slug.js';
import { headlineOf, metaFields, tagsField, UNKNOWN_STATUS } from '../cms/entry-fields.js';
import type { EntryNote, EntryState, SourceAuthor, SourceImage, SourceRecord } from '../cms/source-entry.js';
import { secondsOf, webUrl } from '../cms/source-url.js';
import { type GhostRow, isOn, text } from './ghost-file.js';
import { withPlayers } from './ghost-players.js';

type Row = GhostRow['row'];

const LOCAL_IMAGE = /(?:^|["'\s])(?:__GHOST_URL__)?\/content\/images\//;

/** The site that posts are of, and what the file says of them elsewhere. */
interface GhostSite {
  /** Whether its address is known. */
  readonly isKnown: boolean;
  authorsOf(post: Row): SourceAuthor[];
  tagsOf(post: Row): string[];
  metaOf(post: Row): Row;
  withUrls(html: string): string;
  image(src: string): SourceImage | null;
  pageUrl(slug: string): string;
}

const NO_HTML: EntryNote = {
  reason: 'no-html',
  text: 'posts whose text is not in the file as HTML become drafts without it',
};
const UNKNOWN_SITE: EntryNote = {
  reason: 'no-url',
  text: 'images are not fetched: the file does not say where the site is, --url does',
};
const EMAIL: EntryNote = { reason: 'email-only', text: 'posts that were sent by e-mail only become drafts' };
const FEATURED: EntryNote = {
  reason: 'featured',
  text: 'featured posts do not stand out: pin them to a section',
};
const CODE: EntryNote = {
  reason: 'code-injection',
  text: 'code of posts for the head and foot of pages is left out',
};
const CANONICAL: EntryNote = { reason: 'canonical-url', text: 'canonical URLs on other sites are left out' };

const TWITTER: EntryNote = {
  reason: 'twitter',
  text: 'titles, descriptions and pictures for Twitter alone are left out',
};
const TWITTER_FIELDS = ['twitter_title', 'twitter_description', 'twitter_image'];
const TEMPLATE: EntryNote = { reason: 'custom-template', text: 'templates of posts are left out' };

/** Makes an entry of a row of the table of posts. */
export function entryOfGhost(row: Row, site: GhostSite): SourceRecord {
  const subject = { id: `ghost:${text(row, 'id')}`, title: plainText(text(row, 'title')) };
  if (text(row, 'id') === '') return { kind: 'unreadable', ...subject, message: 'it has no id' };
  const meta = site.metaOf(row);
  const html = withPlayers(site.withUrls(text(row, 'html')));
  const [state, stateNotes] = stateOf(row, meta);
  const [headline, headlineNotes] = headlineOf(subject.title === '(Untitled)' ? '' : subject.title, html);
  const [tags, tagNotes] = tagsField(site.tagsOf(row));
  const published = timeOf(row, 'published_at');
  const lead = imageOf(text(row, 'feature_image') || text(row, 'image'), site);
  const social = imageOf(text(meta, 'og_image'), site);
  const slug = text(row, 'slug');
  return {
    kind: 'entry',
    ...subject,
    state,
    fields: {
      headline,
      subheadline: plainText(text(row, 'custom_excerpt')) || undefined,
      manual_basename: slugify(slug, 200) || undefined,
      type: text(row, 'type') === 'page' || isOn(row, 'page') ? 'page' : undefined,
      tags,
      primary_tag: tags[0],
      created_ts: published ?? undefined,
      updated_ts: timeOf(row, 'updated_at') ?? published ?? undefined,
      ...metaFields({
        page_title: meta.meta_title,
        meta_description: meta.meta_description,
        og_title: meta.og_title,
        og_description: meta.og_description,
      }),
    },
    body: html,
    ownImage: ({ src }) => site.image(src),
    leadImage: lead && {
      ...lead,
      alt: text(meta, 'feature_image_alt'),
      caption: plainText(text(meta, 'feature_image_caption')),
    },
    socialImage: social,
    authors: site.authorsOf(row),
    sections: [],
    formerUrl: state === 'published' && slug !== '' ? site.pageUrl(slug) : null,
    notes: [...stateNotes, ...headlineNotes, ...tagNotes, ...notesOf(row, html, site)],
  };
}

function stateOf(row: Row, meta: Row): [EntryState, readonly EntryNote[]] {
  const status = text(row, 'status');
  const visibility = text(row, 'visibility') || 'public';
  // Versions from 4 on have it beside the post.
  if (status === 'sent' || [row, meta].some((of) => isOn(of, 'email_only'))) return ['draft', [EMAIL]];
  if (visibility !== 'public' && status !== 'draft')
    return [
      'draft',
      [{ reason: `visibility:${visibility.slice(0, 60)}`, text: 'posts for members become drafts' }],
    ];
  if (hasNoHtml(row)) return ['draft', [NO_HTML]];
  if (status === 'published' || status === 'draft') return [status, []];
  const at = timeOf(row, 'published_at');
  return status === 'scheduled' && at !== null ? [{ scheduledAt: at }, []] : ['draft', [UNKNOWN_STATUS]];
}

/** Older versions keep drafts in the form of their editor alone, and the oldest ones in Markdown. */
function hasNoHtml(row: Row): boolean {
  if (text(row, 'html').trim() !== '') return false;
  const documents = ['lexical', 'mobiledoc'].map((form) => text(row, form));
  return text(row, 'markdown').trim() !== '' || documents.some((document) => HAS_CONTENT.test(document));
}

/** Text in the documents of both editors, or a card: in Lexical any node besides empty paragraphs. */
const HAS_CONTENT = new RegExp(
  [
    /"text":\s*"[^"]/,
    /"type":\s*"(?!(?:root|paragraph|linebreak|text|extended-text)")/,
    /\[\d+,\s*\[[^\]]*\],\s*\d+,\s*"[^"]/,
    /"cards":\s*\[\s*\[/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

function imageOf(src: string, site: GhostSite): SourceImage | null {
  if (src === '') return null;
  const url = site.withUrls(src);
  // Images of other sites stay where they are.
  return site.image(url) ?? (webUrl(url) ? { url, isExternal: true } : null);
}

function notesOf(row: Row, html: string, site: GhostSite): EntryNote[] {
  const images = [html, text(row, 'feature_image')].join(' ');
  return [
    ...(!site.isKnown && LOCAL_IMAGE.test(images) ? [UNKNOWN_SITE] : []),
    ...(isOn(row, 'featured') ? [FEATURED] : []),
    ...(text(row, 'codeinjection_head') + text(row, 'codeinjection_foot') === '' ? [] : [CODE]),
    ...(text(row, 'canonical_url') === '' ? [] : [CANONICAL]),
    ...(TWITTER_FIELDS.some((field) => text(site.metaOf(row), field) !== '') ? [TWITTER] : []),
    ...(text(row, 'custom_template') === '' ? [] : [TEMPLATE]),
  ];
}

/** Text of a database or of JSON, or milliseconds in old versions. */
function timeOf(row: Row, column: string): number | null {
  const value = row[column];
  if (typeof value === 'number') return Math.abs(value) < 1e14 ? Math.floor(value / 1000) : null;
  return secondsOf(text(row, column));
}
