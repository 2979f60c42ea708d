import { createHash } from 'node:crypto';

/** A page as it is sent. */
export interface RenderedPage {
  readonly status: number;
  readonly body: Buffer;
  /** Strong entity tag (RFC 9110, 8.8.3). */
  readonly etag: string;
  /** Of a redirect. */
  readonly location: string | null;
  /** The post that is shown, whose views are counted. */
  readonly articleId: number | null;
  readonly isAmp: boolean;
}

const TAG_LENGTH = 27;

export function rendered(
  status: number,
  html: string,
  {
    location = null,
    articleId = null,
    isAmp = false,
  }: Partial<Pick<RenderedPage, 'location' | 'articleId' | 'isAmp'>> = {},
): RenderedPage {
  const body = Buffer.from(html);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, TAG_LENGTH);
  return { status, body, etag: `"${hash}"`, location, articleId, isAmp };
}
