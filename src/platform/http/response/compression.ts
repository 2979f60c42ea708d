import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

const NOT_MODIFIED = 304;
const MAX_LISTENERS = 20;
/** The end of an entity tag that {@link compressed} has made of another one. */
const ENCODED_TAG = /-(?:br|gzip|deflate)"$/;

/**
 * Encodes texts by brotli or gzip. A file that can be sent in parts stays as it is: the parts are those of
 * its own bytes.
 */
export async function compressed(): Promise<RequestHandler> {
  const { default: compression } = await import('compression');
  const compress = compression({
    filter: (request, response) => {
      const isKnown = response.statusCode === NOT_MODIFIED;
      if (response.hasHeader('Accept-Ranges')) return false;
      if (!isKnown && !compression.filter(request, response)) return false;
      // The headers of what has no body are those of what would have one (RFC 9110, 8.6 and 15.4.5).
      response.vary('Accept-Encoding');
      if (request.method === 'HEAD' && request.acceptsEncodings('br', 'gzip') !== false)
        response.removeHeader('Content-Length');
      return !isKnown;
    },
  });
  return (request, response, next) => {
    // A response that sends a file has one listener more than Node's default limit.
    response.setMaxListeners(MAX_LISTENERS);
    tagEncoded(response, plainTags(request.headers));
    compress(request, response, next);
  };
}

/**
 * Takes the endings of encodings off the tags of `If-None-Match`, so that handlers compare their own.
 * @returns the tags that had one, by the tag without it
 */
function plainTags(headers: IncomingHttpHeaders): Map<string, string> {
  const encoded = new Map<string, string>();
  const tags = headers['if-none-match']?.split(',').map((part) => {
    // Weak or not: the header compares weakly (RFC 9110, 13.1.2).
    const tag = part.trim().replace(/^W\//, '');
    const plain = tag.replace(ENCODED_TAG, '"');
    if (plain !== tag) encoded.set(plain, tag);
    return plain;
  });
  if (tags) headers['if-none-match'] = tags.join(', ');
  return encoded;
}

/**
 * Gives each encoding of an answer an entity tag of its own, as a strong tag stands for one sequence of bytes
 * (RFC 9110, 8.8.3.3). The encoding stands behind the version, which `If-Match` compares.
 *
 * @param known tags of the client that have an encoding, by the tag without it
 */
function tagEncoded(response: ServerResponse, known: ReadonlyMap<string, string>): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  // The library calls it last, once it has decided how the answer is encoded, with the headers set.
  response.writeHead = (...head: unknown[]) => {
    const tag = response.getHeader('ETag');
    const encoding = response.getHeader('Content-Encoding');
    if (typeof tag === 'string' && !tag.startsWith('W/')) {
      if (typeof encoding === 'string') response.setHeader('ETag', tag.replace(/"$/, `-${encoding}"`));
      else if (response.statusCode === NOT_MODIFIED) response.setHeader('ETag', known.get(tag) ?? tag);
    }
    return writeHead(...head);
  };
}
