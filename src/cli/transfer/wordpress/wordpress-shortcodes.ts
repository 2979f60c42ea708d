import { attributes, escapeHtml, html, raw } from '../../../kernel/html.js';
import { EMBED_PROVIDERS } from '../../../modules/content/embeds/embed-providers.js';
import { readShortcode, type Shortcode } from '../../../modules/content/domain/shortcode.js';
import type { EntryNote, SourceImage } from '../cms/source-entry.js';
import { type Edit, edited } from '../html/html-tags.js';
import { embedded } from './embed-lines.js';

/** The images of a gallery. */
export type GalleryImages = (ids: readonly string[]) => readonly (SourceImage & { readonly id: string })[];

/** Shortcodes of one text that are looked at. */
const MAX_SHORTCODES = 1000;
const OPENING = /\[([a-z][\w-]{0,63})(?=[\s\]/])/gi;
const OWN = new Set(['cms-image', ...EMBED_PROVIDERS.map(({ name }) => name)]);
/** An image, with the link around it. */
const MEDIA = /^\s*(?:<a\s[^<>]*>\s*)?<img\s[^<>]*>(?:\s*<\/a>)?/i;
const VIDEOS = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv'];
const SOUNDS = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac'];

const NOT_SHOWN: EntryNote = { reason: 'playlist', text: 'shortcodes of playlists are removed' };
const EMPTY_GALLERY: EntryNote = {
  reason: 'gallery',
  text: 'galleries are removed whose images are not in the file',
};

/** Turns the shortcodes of WordPress itself into HTML; those of plugins stay as they are, and are told. */
export class WordPressShortcodes {
  readonly notes: EntryNote[] = [];
  private readonly edits: Edit[] = [];
  /** Names whose end does not come any more. */
  private readonly endless = new Set<string>();

  constructor(
    private readonly html: string,
    private readonly gallery: GalleryImages,
  ) {}

  run(): string {
    if (!this.html.includes('[')) return this.html;
    let at = 0;
    let count = 0;
    for (const match of this.html.matchAll(OPENING)) {
      if (match.index < at) continue;
      if (++count > MAX_SHORTCODES) break;
      at = this.replace(match.index, (match[1] ?? '').toLowerCase());
    }
    return edited(this.html, this.edits);
  }

  /** @returns where to go on */
  private replace(start: number, name: string): number {
    if (this.html[start - 1] === '[') return start + 1;
    // `[gallery /]` ends itself.
    const { shortcode, end } = readShortcode(this.html, start);
    if (!shortcode) return start + 1;
    if (name === 'caption' || name === 'wp_caption') return this.caption(shortcode, start, end);
    if (name === 'embed') return this.embed(shortcode, start, end);
    if (name === 'gallery') return this.put(start, end, this.galleryOf(shortcode));
    if (name === 'video' || name === 'audio') return this.player(shortcode, start, end);
    if (name === 'playlist') {
      this.notes.push(NOT_SHOWN);
      return this.put(start, end, '');
    }
    if (!OWN.has(name) && this.isOfPlugin(shortcode))
      this.notes.push({
        reason: `shortcode:${name}`,
        text: `shortcodes [${name}], which readers see as text`,
      });
    return end;
  }

  private put(start: number, end: number, text: string): number {
    this.edits.push({ start, end, html: text });
    return end;
  }

  private caption(shortcode: Shortcode, start: number, end: number): number {
    const close = this.closing(shortcode.name, end);
    if (close === null) return end;
    const inner = this.html.slice(end, close.start);
    const [media = ''] = MEDIA.exec(inner) ?? [];
    const words = shortcode.parameters.caption ?? inner.slice(media.length).trim();
    if (media === '') return this.put(start, close.end, inner);
    const text = words === '' ? '' : `<figcaption>${words}</figcaption>`;
    return this.put(start, close.end, `\n<figure>${media.trim()}${text}</figure>\n`);
  }

  private embed(
    { arguments: [address = ''], parameters, name }: Shortcode,
    start: number,
    end: number,
  ): number {
    const close = this.closing(name, end);
    const url = close ? this.html.slice(end, close.start).trim() : (parameters.src ?? address);
    if (!/^https?:\/\/[^\s<>"']{1,2000}$/i.test(url)) return end;
    return this.put(start, close?.end ?? end, `\n\n${embedded(url)}\n\n`);
  }

  private player({ name, parameters }: Shortcode, start: number, end: number): number {
    const close = this.closing(name, end);
    const key = (name === 'video' ? VIDEOS : SOUNDS).find((format) => parameters[format]);
    const inner = close ? this.html.slice(end, close.start).trim() : '';
    const src = key === undefined ? inner : parameters[key];
    if (src === undefined || !/^(?:https?:\/)?\/[^\s<>"']{1,2000}$/i.test(src)) return end;
    const player = attributes({ src, controls: true, poster: name === 'video' ? parameters.poster : null });
    return this.put(start, close?.end ?? end, `\n<figure><${name}${player.html}></${name}></figure>\n`);
  }

  private galleryOf({ parameters: { ids, include } }: Shortcode): string {
    const images = this.gallery((ids ?? include ?? '').split(',').flatMap((id) => id.trim() || []));
    if (images.length === 0) this.notes.push(EMPTY_GALLERY);
    const figures = images.map(({ id, url, alt = '', caption = '' }) => {
      const image = raw(`<img${attributes({ class: `wp-image-${id}`, src: url, alt }).html}>`);
      const words = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
      return html`<figure>${image}${raw(words)}</figure>`;
    });
    return `\n${figures.join('\n')}\n`;
  }

  private closing(name: string, from: number): { readonly start: number; readonly end: number } | null {
    if (this.endless.has(name)) return null;
    const tag = `[/${name}]`;
    const start = this.html.indexOf(tag, from);
    if (start < 0) this.endless.add(name);
    return start < 0 ? null : { start, end: start + tag.length };
  }

  /** Words in brackets are text: only what has parameters, or an end, can be taken for a shortcode. */
  private isOfPlugin({ name, parameters }: Shortcode): boolean {
    if (Object.keys(parameters).length > 0 || /[_-]/.test(name)) return true;
    return this.closing(name, 0) !== null;
  }
}
