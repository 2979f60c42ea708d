import { createHash } from 'node:crypto';
import type { UtcSeconds } from '../kernel/clock.js';

/** A page as it is sent. */
export interface RenderedPage {
  readonly status: number;
  readonly body: Buffer;
  /** Strong entity tag (RFC 9110, 8.8.3). */
  readonly etag: string;
  /** Last change of the post that is shown; null for pages that lose what they show without any of it being changed. */
  readonly modified: UtcSeconds | null;
  /** Of a redirect. */
  readonly location: string | null;
  /** The post that is shown, whose views are counted. */
  readonly articleId: number | null;
  readonly isAmp: boolean;
}

type More = Partial<Pick<RenderedPage, 'location' | 'articleId' | 'isAmp' | 'modified'>>;

const TAG_LENGTH = 27;

export function rendered(status: number, html: string, more: More = {}): RenderedPage {
  const body = Buffer.from(html);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, TAG_LENGTH);
  const { location = null, articleId = null, isAmp = false, modified = null } = more;
  return { status, body, etag: `"${hash}"`, modified, location, articleId, isAmp };
}
