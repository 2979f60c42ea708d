import { parseWebUrl } from '../../../kernel/web-url.js';

export type EmbedKind = 'video' | 'audio' | 'post' | 'image' | 'map' | 'code' | 'chart';

/** The common attributes of a provider's frames. */
export interface EmbedLook {
  readonly kind: EmbedKind;
  /** Title of a frame, for readers who cannot see it. */
  readonly title: string;
  /** Width by height, as CSS has it. */
  readonly aspectRatio: string;
  /** Pixels, for what does not grow with its width: goes before the aspect ratio. */
  readonly height: number | null;
}

/** The frame of one thing; what it says of its look goes before what its provider says. */
export interface EmbedFrame extends Partial<EmbedLook> {
  /** Https, made of checked pieces; of the service itself where there is a script to run. */
  readonly url: string;
  /**
   * Script of a provider without frames, which a page of the service runs in a
   * frame. It never gets the origin of the service.
   */
  readonly script?: string;
  /** The provider's id: `dQw4w9WgXcQ`; empty where it has none. */
  readonly id: string;
}

/** A site whose videos, posts or charts can be shown in a frame. */
export interface EmbedProvider extends EmbedLook {
  /** Also the name of its shortcode. */
  readonly name: string;
  /** Hosts of its pages, its players and its short links. */
  readonly hosts: readonly string[];
  /** Software that runs on hosts nobody can list: asked for by its name, it takes URLs of all of them. */
  readonly isOnAnyHost?: boolean;
  /**
   * The frame for a URL on one of the hosts; null for a page that cannot be embedded.
   *
   * @param site public base URL of the service, when it is known
   */
  readonly frameOf: (url: URL, site: URL | null) => EmbedFrame | null;
}

/** Path of the service's own frames, for providers that offer a script only. */
export const EMBED_FRAMES = 'res/embeds';

/** An address on the web; null for one with a login or a port, which no provider has and look-alikes do. */
export function webAddress(text: string): URL | null {
  const url = parseWebUrl(text.startsWith('//') ? `https:${text}` : text);
  return url?.username || url?.password || url?.port ? null : url;
}

export function matching(pattern: RegExp, value: string | null | undefined): string | null {
  return typeof value === 'string' && pattern.test(value) ? value : null;
}

export function withQuery(url: string, query: URLSearchParams | Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? url : `${url}?${text}`;
}

/** Seconds of `90`, `90s`, `1m30s`, `1h2m3s`; 0 for anything else. */
export function seconds(time: string | null): number {
  const [, hours, minutes, rest] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '') ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
}
