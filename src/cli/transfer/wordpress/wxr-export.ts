import type { ScratchIndex } from '../cms/scratch-index.js';
import type {
  CmsExport,
  LeftOut,
  SourceAuthor,
  SourceImage,
  SourceRecord,
  SourceSection,
} from '../cms/source-entry.js';
import { hostOf, webUrl } from '../cms/source-url.js';
import { plainText } from '../../../kernel/html.js';
import { type Attachment, WxrEntries, type WxrSite } from './wxr-entries.js';
import { wxrRecords, type WxrItem, type WxrTexts } from './wxr-file.js';

/** Images of a gallery that names none of them. */
const MAX_CHILDREN = 300;
const MAX_HOSTS = 100;
/** A cache of WordPress.com in front of other hosts, whose names begin its paths. */
const CACHE = /^i\d\.wp\.com$/;
const IMAGE = /\.(?:jpe?g|png|gif|webp|avif|heic|tiff?)$/i;

/** An export of WordPress: a file in the format WXR. */
export class WxrExport implements CmsExport, WxrSite {
  /** Hosts of the site. */
  private readonly hosts = new Set<string>();
  private base = '';

  constructor(
    private readonly file: string,
    private readonly index: ScratchIndex,
  ) {}

  async prepare(progress: (bytes: number) => void): Promise<void> {
    for await (const record of wxrRecords(this.file, progress)) {
      if (record.kind === 'item') this.addPart(record);
      else if (record.kind === 'wp:author') this.addAuthor(record.texts);
      else if (record.kind === 'wp:category') this.addCategory(record.texts);
      else this.addSite(record.texts);
    }
  }

  sections(): Iterable<SourceSection> {
    return this.index.all<SourceSection>('category');
  }

  section(key: string): SourceSection | null {
    return this.index.find<SourceSection>('category', key);
  }

  async *records(progress: (bytes: number) => void): AsyncGenerator<SourceRecord, void> {
    const entries = new WxrEntries(this);
    for await (const record of wxrRecords(this.file, progress))
      if (record.kind === 'item') yield* entries.of(record);
  }

  *unused(): Generator<LeftOut, void> {
    const note = { reason: 'attachment', text: 'attachments that no imported post shows' };
    for (const { id, url } of this.index.all<Attachment>('attachment')) {
      if (this.index.find('used', id) !== null) continue;
      yield { kind: 'left-out', id: `wp:${id}`, title: url.split('/').at(-1) ?? '', note };
    }
  }

  author(login: string): SourceAuthor {
    return this.index.find<SourceAuthor>('author', login) ?? { login, displayName: login };
  }

  attachment(id: string): Attachment | null {
    const attachment = this.index.find<Attachment>('attachment', id);
    if (attachment) this.index.add('used', id);
    return attachment;
  }

  reusableBlock(id: string): string | null {
    return this.index.find<string>('block', id);
  }

  attachmentsOf(postId: string): readonly Attachment[] {
    const ids = this.index.listOf<string>('children', postId, MAX_CHILDREN);
    return ids
      .flatMap((id) => this.attachment(id) ?? [])
      .filter(({ url }) => IMAGE.test(url.split('?')[0] ?? ''));
  }

  /** The image at a URL in a text, where it is one of the site. */
  image(src: string, classes: string): SourceImage | null {
    const url = webUrl(src, this.base);
    if (!url) return null;
    const isOwn = this.hosts.has(hostOf(url));
    // The class of an image that was copied from another site names another attachment there.
    const [, id] = isOwn ? (/\bwp-image-(\d{1,15})\b/.exec(classes) ?? []) : [];
    const attachment = this.attachment(id ?? '') ?? this.attachmentAt(url);
    if (attachment) return attachment;
    return isOwn ? { url: url.href } : null;
  }

  /** Texts show sizes of images, which have the width and height in their names. */
  private attachmentAt(url: URL): Attachment | null {
    const path = fileOf(url);
    for (const one of [path, path.replace(/-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/, '')]) {
      const id = this.index.find<string>('attachment-url', one);
      if (id !== null) return this.attachment(id);
    }
    return null;
  }

  private addSite(texts: WxrTexts): void {
    for (const name of ['wp:base_site_url', 'wp:base_blog_url', 'link']) {
      const url = webUrl(texts[name] ?? '');
      if (!url) continue;
      this.hosts.add(hostOf(url));
      this.base = url.href;
    }
  }

  private addAuthor(texts: WxrTexts): void {
    const login = texts['wp:author_login']?.trim() ?? '';
    if (login === '') return;
    const author: SourceAuthor = {
      login,
      displayName: texts['wp:author_display_name'] ?? '',
      firstName: texts['wp:author_first_name'] ?? '',
      lastName: texts['wp:author_last_name'] ?? '',
      email: texts['wp:author_email'] ?? '',
    };
    this.index.add('author', login, author);
  }

  private addCategory(texts: WxrTexts): void {
    const key = texts['wp:category_nicename']?.trim() ?? '';
    if (key === '') return;
    const section: SourceSection = {
      key,
      title: plainText(texts['wp:cat_name'] ?? ''),
      about: texts['wp:category_description'] ?? '',
      parent: texts['wp:category_parent']?.trim() ?? null,
    };
    this.index.add('category', key, section);
  }

  private addPart(item: WxrItem): void {
    const { texts } = item;
    const type = texts['wp:post_type'];
    if (type === 'attachment') this.addAttachment(item);
    else if (type === 'wp_block' && texts['wp:status'] === 'publish')
      this.index.add('block', texts['wp:post_id'] ?? '', texts['content:encoded'] ?? '');
  }

  private addAttachment({ texts, meta }: WxrItem): void {
    const id = texts['wp:post_id'] ?? '';
    const url = webUrl(texts['wp:attachment_url'] ?? '', this.base);
    if (id === '' || !url) return;
    const attachment: Attachment = {
      id,
      url: url.href,
      alt: plainText(meta.get('_wp_attachment_image_alt') ?? ''),
      caption: plainText(texts['excerpt:encoded'] ?? ''),
    };
    if (!this.index.add('attachment', id, attachment)) return;
    const file = fileOf(url);
    this.index.add('attachment-url', file, id);
    // Files may be on a host of their own.
    const [host = ''] = file.split('/', 1);
    if (this.hosts.size < MAX_HOSTS) this.hosts.add(host.replace(/^www\./, ''));
    const parent = texts['wp:post_parent'] ?? '0';
    if (parent !== '0') this.index.append('children', parent, id);
  }
}

/** Host and path of a file, whether the URL leads to a cache or past it. */
function fileOf({ host, pathname }: URL): string {
  return CACHE.test(host) ? pathname.slice(1) : host + pathname;
}
