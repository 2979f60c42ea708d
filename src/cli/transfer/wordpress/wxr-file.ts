import { wordSet } from '../../../kernel/text.js';
import { Parser } from 'htmlparser2';
import type { InvalidError } from '../../../kernel/errors.js';
import { textChunks, unreadableExport } from '../cms/text-chunks.js';

/** Texts of an element of the file by the names of the elements in it. */
export type WxrTexts = Readonly<Record<string, string>>;

/** A category or tag of an entry. */
export interface WxrTerm {
  readonly domain: string;
  readonly nicename: string;
  readonly name: string;
}

/** An entry: a post, a page, an attachment, a revision … */
export interface WxrItem {
  readonly kind: 'item';
  readonly texts: WxrTexts;
  readonly terms: readonly WxrTerm[];
  /** Custom fields; the first of a name. */
  readonly meta: ReadonlyMap<string, string>;
  readonly comments: number;
  /** Why it cannot be imported; null when it can. */
  readonly fault: string | null;
}

/** An author, a category, or the site itself. */
export interface WxrRecord {
  readonly kind: 'wp:author' | 'wp:category' | 'site';
  readonly texts: WxrTexts;
}

/** Characters that the texts of an entry may have: three times as many as the longest body. */
const MAX_ITEM_CHARACTERS = 16_000_000;
/** Characters of one tag or CDATA section, which the parser holds in memory. */
const MAX_TOKEN_CHARACTERS = 64_000_000;
const MAX_DEPTH = 100;
const MAX_META = 1000;
const MAX_TERMS = 1000;
const RECORDS = new Set(['wp:author', 'wp:category']);
/** Elements of entries whose texts are used. */
const ITEM_TEXTS = wordSet(`
  title link pubDate dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt
  wp:post_modified wp:post_modified_gmt wp:post_name wp:status wp:post_parent wp:post_type
  wp:post_password wp:is_sticky wp:attachment_url`);
const RECORD_TEXTS = wordSet(`
  wp:author_login wp:author_email wp:author_display_name wp:author_first_name wp:author_last_name
  wp:category_nicename wp:category_parent wp:cat_name wp:category_description`);
const SITE_TEXTS = new Set(['link', 'wp:wxr_version', 'wp:base_site_url', 'wp:base_blog_url']);

/**
 * Reads a file that WordPress has exported (WXR), entry by entry, in bounded memory. Nothing that the file
 * declares is expanded, and nothing fetched.
 *
 * @param progress is told the bytes that have been read
 * @throws InvalidError for a file that is no such export, or is cut off
 */
export async function* wxrRecords(
  file: string,
  progress: (bytes: number) => void = () => undefined,
): AsyncGenerator<WxrItem | WxrRecord, void> {
  const handler = new WxrHandler();
  const parser = new Parser(handler, { xmlMode: true, decodeEntities: true });
  let bytes = 0;
  let characters = 0;
  for await (const chunk of textChunks(file)) {
    handler.isDamaged = chunk.isDamaged;
    parser.write(chunk.text);
    bytes += chunk.bytes;
    characters += chunk.text.length;
    if (handler.error) throw handler.error;
    if (characters - parser.endIndex > MAX_TOKEN_CHARACTERS)
      throw unreadableExport('The file has a tag or text that is too long to be read.');
    yield* handler.take();
    progress(bytes);
  }
  parser.end();
  if (handler.error) throw handler.error;
  yield* handler.take();
  handler.mustBeWhole();
}

/** Puts the records of the file together from the events of the parser. */
class WxrHandler {
  error: InvalidError | null = null;
  isDamaged = false;
  private records: (WxrItem | WxrRecord)[] = [];
  private readonly path: string[] = [];
  private site: Record<string, string> = {};
  private isWhole = false;
  private item: ItemInProgress | null = null;
  private record: Record<string, string> | null = null;
  private text: string | null = null;
  private parser: Parser | null = null;
  /** End offset of the latest opening tag. */
  private openedAt = -1;
  private hasToldSite = false;

  onparserinit(parser: Parser): void {
    this.parser = parser;
  }

  take(): (WxrItem | WxrRecord)[] {
    const { records } = this;
    this.records = [];
    return records;
  }

  mustBeWhole(): void {
    if (this.site['wp:wxr_version'] === undefined)
      throw unreadableExport('The file is not an export of WordPress (WXR).');
    if (!this.isWhole) throw unreadableExport('The file is cut off: its end is missing.');
  }

  onprocessinginstruction(name: string): void {
    if (name.toLowerCase() === '!doctype')
      this.error ??= unreadableExport('The file declares a document type, which no export has.');
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.path.length === 0 && name !== 'rss')
      this.error ??= unreadableExport('The file is not an export of WordPress (WXR).');
    if (this.path.length >= MAX_DEPTH)
      this.error ??= unreadableExport('The file is nested too deep for an export of WordPress.');
    if (this.error) return;
    this.path.push(name);
    this.openedAt = this.parser?.endIndex ?? -1;
    if (name === 'item') {
      this.text = null;
      this.endItem('its XML is broken: </item> is missing');
      this.mustBeWordPress();
      this.item = new ItemInProgress(this.path.length);
    } else if (this.item) {
      if (this.item.wants(name, this.path.length, attributes)) this.text = '';
    } else if (this.path.length === 3 && RECORDS.has(name)) {
      this.record = {};
    } else if (
      this.path.length === (this.record ? 4 : 3) &&
      (this.record ? RECORD_TEXTS : SITE_TEXTS).has(name)
    ) {
      this.text = '';
    }
  }

  ontext(data: string): void {
    if (this.text === null) return;
    this.text += data;
    if (this.item) this.item.count(data, this.isDamaged);
    else if (this.text.length > MAX_ITEM_CHARACTERS)
      this.error ??= unreadableExport('The file has a text that is too long to be read.');
    if (this.item && this.item.fault !== null) this.text = '';
  }

  onclosetag(name: string, isImplied: boolean): void {
    if (this.error) return;
    if (this.item && this.path.length > this.item.depth) {
      const isEmptyTag = this.openedAt === this.parser?.endIndex;
      if (isImplied && !isEmptyTag)
        this.item.fault ??= `its XML is broken: </${name.slice(0, 40)}> is missing`;
      this.item.close(name, this.path.length, this.text ?? '');
    } else if (name === 'item') this.endItem(isImplied ? 'it is cut off' : null);
    else if (this.record && RECORDS.has(name)) {
      this.records.push({ kind: name as WxrRecord['kind'], texts: this.record });
      this.record = null;
    } else if (this.text !== null && this.record) this.record[name] = this.text;
    else if (this.text !== null) this.site[name] ??= this.text;
    else if (name === 'rss' && !isImplied) this.isWhole = true;
    this.text = null;
    this.path.pop();
  }

  private endItem(fault: string | null): void {
    if (!this.item) return;
    if (fault !== null) this.item.fault ??= fault;
    this.records.push(this.item.result());
    this.item = null;
  }

  /** Checks the facts of the site, which precede the first entry. */
  private mustBeWordPress(): void {
    if (this.site['wp:wxr_version'] === undefined)
      this.error ??= unreadableExport('The file is not an export of WordPress (WXR).');
    if (!this.hasToldSite) this.records.push({ kind: 'site', texts: this.site });
    this.hasToldSite = true;
  }
}

class ItemInProgress {
  fault: string | null = null;
  private readonly texts: Record<string, string> = {};
  private readonly terms: WxrTerm[] = [];
  private readonly meta = new Map<string, string>();
  private comments = 0;
  private characters = 0;
  private term: Omit<WxrTerm, 'name'> | null = null;
  private metaKey: string | null = null;

  constructor(readonly depth: number) {}

  /** @returns whether the text of the element is needed */
  wants(
    name: string,
    depth: number,
    { domain = '', nicename = '' }: Readonly<Record<string, string>>,
  ): boolean {
    const level = depth - this.depth;
    if (level === 1 && name === 'category') {
      this.term = { domain, nicename };
      return this.terms.length < MAX_TERMS;
    }
    if (level === 1 && name === 'wp:comment') this.comments += 1;
    if (level === 1) return ITEM_TEXTS.has(name);
    return level === 2 && (name === 'wp:meta_key' || name === 'wp:meta_value') && this.meta.size < MAX_META;
  }

  count(data: string, isDamaged: boolean): void {
    this.characters += data.length;
    if (this.characters > MAX_ITEM_CHARACTERS) this.fault ??= 'it is too long';
    if (isDamaged && data.includes('\ufffd')) this.fault ??= 'some of its characters cannot be read';
  }

  close(name: string, depth: number, text: string): void {
    const level = depth - this.depth;
    if (level === 1 && name === 'category') {
      if (this.term && this.terms.length < MAX_TERMS) this.terms.push({ ...this.term, name: text });
      this.term = null;
    } else if (level === 1 && ITEM_TEXTS.has(name)) this.texts[name] ??= text;
    else if (level === 2 && name === 'wp:meta_key') this.metaKey = text;
    else if (level === 2 && name === 'wp:meta_value' && this.metaKey !== null) {
      if (!this.meta.has(this.metaKey)) this.meta.set(this.metaKey, text);
      this.metaKey = null;
    }
  }

  result(): WxrItem {
    const { texts, terms, meta, comments, fault } = this;
    return { kind: 'item', texts, terms, meta, comments, fault };
  }
}
