import { Injectable } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../../kernel/clock.js';
import { ConflictError } from '../../../kernel/errors.js';
import { Environment } from '../../../platform/config/environment.js';
import type { Actor } from '../../auth/domain/actor.js';
import { MediaPolicy } from '../domain/media-policy.js';
import { MediaVisibility } from '../domain/media-visibility.js';
import { MediaSettings } from '../media.settings.js';
import { type FileAddress, SIGNATURE, signatureOf } from './file-signature.js';

/** Seconds for which URLs stay the same, so that answers do. */
const STEADY_S = 300;
/** Images, and documents, of one answer whose URLs are signed. */
const MAX_SIGNED = 10_000;

/** Groups of the expression that finds URLs: the parts of a {@link FileAddress}. */
type Groups = Readonly<Record<'kind' | 'id' | 'version' | 'name', string>>;

/**
 * URLs that open files which nothing public shows, for a while. Where the site
 * does not want them, nothing is signed.
 */
@Injectable()
export class SignedUrls {
  /** URLs of files in any text, but for signed ones. */
  private readonly plain: RegExp;
  private readonly signedOnes: RegExp;

  constructor(
    { PUBLIC_BASE_URL }: Environment,
    private readonly settings: MediaSettings,
    private readonly visibility: MediaVisibility,
    private readonly clock: Clock,
  ) {
    const folders = `${PUBLIC_BASE_URL.replace(/\W/g, '\\$&')}/res/(?<kind>image|document)s`;
    const url = `${folders}/(?<id>[1-9]\\d{0,9})/(?<version>[\\w-]+)/(?<name>[\\w%@-]+(?:\\.[\\w%@-]+)*)`;
    this.plain = new RegExp(`${url}(?!\\.?[\\w%@-]|\\?${SIGNATURE}=)`, 'g');
    this.signedOnes = new RegExp(`(?<url>${url})\\?${SIGNATURE}=[\\w-]*`, 'g');
  }

  get isOn(): boolean {
    return this.settings.unpublished === 'signed';
  }

  /**
   * A value of JSON, or a text, with signed URLs in the place of plain ones: of
   * files that nothing public shows and that the reader may see. It takes a
   * statement for images and one for documents, however many there are.
   */
  async signed<T>(value: T, reader: Actor | null): Promise<T> {
    if (!this.isOn || reader === null || value === null || value === undefined) return value;
    if (typeof value === 'string') return (await this.signedText(value, reader)) as T;
    if (typeof value !== 'object') return value;
    const text = JSON.stringify(value);
    const signed = await this.signedText(text, reader);
    return signed === text ? value : (JSON.parse(signed) as T);
  }

  /** The text with plain URLs in the place of signed ones: what is stored opens nothing. */
  unsigned(text: string): string {
    return text.replace(this.signedOnes, '$<url>');
  }

  /** @param url a plain one of the image or document with this secret */
  sign(url: string, secret: string, end: UtcSeconds): string {
    return url.replace(this.plain, (...found: unknown[]) => {
      const file = addressOf(found.at(-1) as Groups);
      return file && secret !== '' ? `${url}?${SIGNATURE}=${signatureOf(secret, file, end)}` : url;
    });
  }

  /**
   * The end of URLs that are asked for.
   *
   * @param seconds of their life
   * @throws ConflictError where plain URLs open every file: an end would be a promise that nobody keeps
   */
  endAfter(seconds: number = this.settings.signedUrlSeconds): UtcSeconds {
    if (this.isOn) return this.clock.now() + seconds;
    throw new ConflictError(
      'signed-urls-off',
      'URLs of this site have no end: whoever has one may see the file (setting media.unpublished).',
    );
  }

  private async signedText(text: string, reader: Actor): Promise<string> {
    const ids = { image: new Set<number>(), document: new Set<number>() };
    for (const { groups } of text.matchAll(this.plain)) {
      const { kind, id } = groups as Groups;
      ids[kind as FileAddress['kind']].add(Number(id));
    }
    const { shown } = new MediaPolicy(reader);
    const [image, document] = await Promise.all(
      (['image', 'document'] as const).map((kind) =>
        this.visibility.hidden(kind, [...ids[kind]].slice(0, MAX_SIGNED), shown),
      ),
    );
    const secrets: Readonly<Record<string, ReadonlyMap<number, string> | undefined>> = { image, document };
    const end = this.steadyEnd();
    return text.replace(this.plain, (url: string, ...found: unknown[]) => {
      const { kind, id } = found.at(-1) as Groups;
      return this.sign(url, secrets[kind]?.get(Number(id)) ?? '', end);
    });
  }

  /** The end of signatures in answers, rounded up to a step so that answers stay equal for a while. */
  private steadyEnd(): UtcSeconds {
    const step = Math.min(STEADY_S, this.settings.signedUrlSeconds);
    return Math.ceil((this.clock.now() + this.settings.signedUrlSeconds) / step) * step;
  }
}

/** null for a name that is no text. */
function addressOf({ kind, id, version, name }: Groups): FileAddress | null {
  try {
    return { kind: kind as FileAddress['kind'], id: Number(id), version, name: decodeURIComponent(name) };
  } catch {
    return null;
  }
}
