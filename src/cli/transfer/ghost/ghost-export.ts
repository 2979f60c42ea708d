import { words } from '../../../kernel/text.js';
import type { ScratchIndex } from '../cms/scratch-index.js';
import type {
  CmsExport,
  EntryNote,
  LeftOut,
  SourceAuthor,
  SourceImage,
  SourceRecord,
  SourceSection,
} from '../cms/source-entry.js';
import { hostOf, siteUrl, webUrl } from '../cms/source-url.js';
import { entryOfGhost } from './ghost-entry.js';
import { type GhostRow, ghostRows, isOn, text } from './ghost-file.js';

type Row = GhostRow['row'];

/** Stands for the address of the site in all texts of an export. */
const PLACEHOLDER = '__GHOST_URL__';
const FILES = '/content/';
/** Smaller copies of an image are below this. */
const SIZE = /(\/content\/images)\/size\/w\d{1,5}(?:h\d{1,5})?(?:\/format\/\w{1,10})?\//;
const MAX_RELATED = 500;
const RELATED = new Set(['users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta']);
const POSTS = new Set(['posts']);
const META = words(`
  meta_title meta_description og_title og_description og_image feature_image_alt feature_image_caption
  twitter_title twitter_description twitter_image email_only`);
/** Fields of authors and tags that have no place here. */
const USER_DETAILS = words('profile_image website location twitter facebook');
const TAG_DETAILS = words('description feature_image');

interface GhostTag {
  readonly name: string;
  readonly isInternal: boolean;
}

/** An export of Ghost: a file of JSON. */
export class GhostExport implements CmsExport {
  private readonly base: URL | null;
  private readonly left: LeftOut[] = [];

  /** @param url address of the site. @throws InvalidError */
  constructor(
    private readonly file: string,
    private readonly index: ScratchIndex,
    url: string | undefined,
  ) {
    this.base = url === undefined ? null : siteUrl(url);
  }

  get isKnown(): boolean {
    return this.base !== null;
  }

  async prepare(progress: (bytes: number) => void): Promise<void> {
    for await (const { table, row } of ghostRows(this.file, RELATED, progress)) {
      if (table === 'users') this.addUser(row);
      else if (table === 'tags') this.addTag(row);
      else if (table === 'posts_meta') this.addMeta(row);
      else this.addRelation(table, row);
    }
  }

  sections(): Iterable<SourceSection> {
    return [];
  }

  section(): SourceSection | null {
    return null;
  }

  unused(): Iterable<LeftOut> {
    return [];
  }

  async *records(progress: (bytes: number) => void): AsyncGenerator<SourceRecord, void> {
    for (const tag of this.index.all<GhostTag>('tag')) if (tag.isInternal) yield internalTag(tag);
    yield* this.left;
    for await (const { row } of ghostRows(this.file, POSTS, progress)) yield entryOfGhost(row, this);
  }

  authorsOf(post: Row): SourceAuthor[] {
    const ids = this.index.listOf<string>('posts_authors', text(post, 'id'), MAX_RELATED);
    // Older versions know one author.
    const all = ids.length > 0 ? ids : [text(post, 'author_id')];
    return all.flatMap((id) => this.index.find<SourceAuthor>('user', id) ?? []);
  }

  /** Names of the tags of a post, but for internal ones; the first is the primary one. */
  tagsOf(post: Row): string[] {
    const ids = this.index.listOf<string>('posts_tags', text(post, 'id'), MAX_RELATED);
    const tags = ids.flatMap((id) => this.index.find<GhostTag>('tag', id) ?? []);
    return tags.filter(({ isInternal }) => !isInternal).map(({ name }) => name);
  }

  metaOf(post: Row): Row {
    return { ...post, ...this.index.find<Row>('meta', text(post, 'id')) };
  }

  /** Links lead to this site, where former paths lead on; files are still at the old one. */
  withUrls(html: string): string {
    const files = this.base ? this.origin + FILES : FILES;
    return html.replaceAll(PLACEHOLDER + FILES, files).replaceAll(PLACEHOLDER, '');
  }

  /** The image at a URL, where it is one of the site, and where that is known. */
  image(src: string): SourceImage | null {
    const url = webUrl(src, this.base?.href);
    if (!this.base || !url || hostOf(url) !== hostOf(this.base)) return null;
    url.pathname = url.pathname.replace(SIZE, '$1/');
    return { url: url.href };
  }

  /** The path of a page of the site, as a URL. */
  pageUrl(slug: string): string {
    return `${this.base ? this.origin : 'http://site.invalid'}/${encodeURIComponent(slug)}/`;
  }

  private get origin(): string {
    return this.base?.href.replace(/[?#].*$/, '').replace(/\/+$/, '') ?? '';
  }

  private addUser(row: Row): void {
    const [id, login] = [text(row, 'id'), text(row, 'slug')];
    if (id === '') return;
    const author: SourceAuthor = {
      login: login || id,
      displayName: text(row, 'name'),
      email: text(row, 'email'),
      about: text(row, 'bio'),
    };
    this.index.add('user', id, author);
    if (USER_DETAILS.some((name) => text(row, name) !== '')) this.leave(AUTHOR, author.displayName);
  }

  private addTag(row: Row): void {
    const name = text(row, 'name').trim();
    const isInternal = text(row, 'visibility') === 'internal' || name.startsWith('#');
    this.index.add('tag', text(row, 'id'), { name, isInternal } satisfies GhostTag);
    if (!isInternal && TAG_DETAILS.some((field) => text(row, field) !== '')) this.leave(TAG, name);
  }

  private leave(note: EntryNote, title: string): void {
    this.left.push({ kind: 'left-out', id: note.reason, title, note });
  }

  private addMeta(row: Row): void {
    const told = META.filter((name) => text(row, name) !== '' || isOn(row, name));
    const fields = told.map((name) => [name, row[name]] as const);
    this.index.add('meta', text(row, 'post_id'), Object.fromEntries(fields));
  }

  private addRelation(table: string, row: Row): void {
    const other = text(row, table === 'posts_tags' ? 'tag_id' : 'author_id');
    const position = Number(row.sort_order);
    this.index.append(table, text(row, 'post_id'), other, Number.isSafeInteger(position) ? position : 0);
  }
}

const AUTHOR: EntryNote = {
  reason: 'author-details',
  text: 'pictures, websites, places and profiles of authors',
};
const TAG: EntryNote = { reason: 'tag-details', text: 'descriptions and pictures of tags' };

function internalTag({ name }: GhostTag): LeftOut {
  const note = { reason: 'internal-tag', text: 'tags that only editors see' };
  return { kind: 'left-out', id: 'tag', title: name, note };
}
