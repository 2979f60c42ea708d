import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { MEGABYTE } from '../../kernel/units.js';
import { OutboundClient } from '../../platform/outbound/outbound-client.js';
import { freshnessOf } from './domain/freshness.js';
import type { FetchedPage } from './page-parser.js';
import { PageReader } from './page-reader.js';

/** A page, and for how long it may be taken for what its server would send: seconds, 0 for not at all. */
export interface PageWithFreshness {
  readonly page: FetchedPage;
  readonly freshSeconds: number;
}

const MAX_BYTES = 10 * MEGABYTE;
/** Bytes that parsers of images and documents look at. */
const HEAD_BYTES = MEGABYTE;
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const HTML = ['text/html', 'application/xhtml+xml'];
const LOOKS_LIKE_HTML = /^\s*(?:<!--|<!doctype\s+html|<html|<head|<body|<title|<meta)/i;
const SNIFFED_BYTES = 1024;

/** Fetches a page, as much of it as limits allow, and reads its HTML. */
@Injectable()
export class PageFetcher {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly reader: PageReader,
  ) {}

  /** @throws OutboundError, UnprocessableError for a page that cannot be read, OverloadedError */
  async fetch(url: string): Promise<PageWithFreshness> {
    const answer = await this.outbound.get(url, { maxBytes: MAX_BYTES, onLimit: 'stop', accept: ACCEPT });
    const header = answer.headers['content-type'] ?? '';
    const contentType = (header.split(';', 1)[0] ?? '').trim().toLowerCase();
    const bytes = await collect(answer.body, (first) =>
      // Whether a page goes on at the limit is known once it has been read to its end.
      isHtml(contentType, first) ? Infinity : HEAD_BYTES,
    );
    const { length: size } = bytes;
    const facts = isHtml(contentType, bytes)
      ? await this.reader.read({ bytes, contentType: header, url: answer.url })
      : null;
    const page = {
      requestedUrl: url,
      url: answer.url,
      contentType: facts ? 'text/html' : contentType,
      size,
      facts,
      head: facts ? Buffer.alloc(0) : bytes,
    };
    return { page, freshSeconds: answer.isTruncated() ? 0 : freshnessOf(answer.headers) };
  }
}

function isHtml(contentType: string, bytes: Buffer): boolean {
  if (contentType !== '') return HTML.includes(contentType);
  return LOOKS_LIKE_HTML.test(bytes.toString('latin1', 0, SNIFFED_BYTES));
}

/** @param mostOf how many bytes are wanted, by the first ones */
async function collect(body: Readable, mostOf: (first: Buffer) => number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let most = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (size === 0) most = mostOf(chunk);
    chunks.push(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
