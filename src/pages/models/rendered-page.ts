import type { UtcSeconds } from '../../kernel/clock.js';
import { utf8 } from '../../platform/http/response/utf8.js';
import { entityTag } from '../../platform/http/response/entity-tag.js';

/** A page as it is sent. */
export interface RenderedPage {
  readonly status: number;
  readonly body: Buffer;
  /** Strong entity tag (RFC 9110, 8.8.3). */
  readonly etag: string;
  /**
   * Last change of the post that is shown, as its editors tell; null for lists, which lose posts without one.
   */
  readonly modified: UtcSeconds | null;
  /** Target of a redirect. */
  readonly location: string | null;
  /** The post that is shown, whose views are counted. */
  readonly articleId: number | null;
  readonly isAmp: boolean;
}

type More = Partial<Pick<RenderedPage, 'location' | 'articleId' | 'isAmp' | 'modified'>>;

export function rendered(status: number, html: string, more: More = {}): RenderedPage {
  const body = utf8(html);
  const { location = null, articleId = null, isAmp = false, modified = null } = more;
  return { status, body, etag: entityTag(body), modified, location, articleId, isAmp };
}
