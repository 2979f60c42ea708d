import { Injectable } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../../kernel/clock.js';
import { NotFoundError } from '../../../kernel/errors.js';
import { PUBLIC_MEDIA } from '../domain/media-policy.js';
import { MediaVisibility } from '../domain/media-visibility.js';
import { endOf, type FileAddress, isSignedBy } from './file-signature.js';
import { SignedUrls } from './signed-urls.js';

/** The permission to send a file, and how long caches may keep it. */
export interface FilePermit {
  /** Whether the file may stop being public, so that caches must ask again. */
  readonly mayEnd: boolean;
  /** Null for everybody; else by a signature. */
  readonly signed: {
    /** Seconds until its end. */
    readonly left: number;
    /** Signs another URL of the same image, until the same end. */
    sign(url: string): string;
  } | null;
}

/** Headers of signed files: no other site learns the URL from a Referer. */
export const NO_REFERRER = { 'Referrer-Policy': 'no-referrer' } as const;

/** Decides who gets the files behind URLs, where the site does not leave it to the URL alone. */
@Injectable()
export class FilePermits {
  constructor(
    private readonly urls: SignedUrls,
    private readonly visibility: MediaVisibility,
    private readonly clock: Clock,
  ) {}

  /**
   * @param signature as it was sent
   * @throws NotFoundError for a file that nothing public shows, unless the signature
   *   opens it. One that has ended is told like one that is wrong: nobody learns
   *   that the file is still there, and it is answered again when it is public
   */
  async get(file: FileAddress, signature: unknown): Promise<FilePermit> {
    if (!this.urls.isOn) return { mayEnd: false, signed: null };
    const signed = await this.opened(file, signature);
    if (signed) return { mayEnd: true, signed };
    const { kind, id } = file;
    if ((await this.visibility.among(kind, [id], PUBLIC_MEDIA)).has(id))
      return { mayEnd: true, signed: null };
    throw new NotFoundError('not-found', `There is no such ${kind}.`);
  }

  private async opened(file: FileAddress, signature: unknown): Promise<FilePermit['signed']> {
    const end: UtcSeconds = endOf(signature) ?? 0;
    const left = end - this.clock.now();
    if (left <= 0) return null;
    const secret = await this.visibility.secretOf(file.kind, file.id);
    if (!secret || !isSignedBy(secret, file, String(signature))) return null;
    return { left, sign: (url) => this.urls.sign(url, secret, end) };
  }
}
