import { statSync } from 'node:fs';
import { Environment } from '../../platform/config/environment.js';
import { print } from '../context.js';
import { localServiceUrl } from '../running-service.js';
import { linesOf } from '../../platform/files/lines.js';
import { type Lead, UrlWalk, type WalkedUrl } from './url-walk.js';

const MAX_LINE_BYTES = 10_000;
/** URLs that are asked for at one time: the service has readers besides. */
const CONCURRENCY = 8;
/** URLs between two reports of how far it is. */
const REPORT_EVERY = 1_000;

export interface CheckUrlsOptions {
  /** Base URL of the service; on this machine when absent. */
  readonly url?: URL;
  readonly json: boolean;
  /** Prints nothing about URLs that lead somewhere. */
  readonly lost: boolean;
}

/**
 * Walks a list of old URLs, one a line, and prints where each leads. Empty
 * lines and those that begin with `#` are passed over.
 *
 * @returns whether all of them lead somewhere
 * @throws ServiceFailure when there is no service
 */
export async function checkUrls(file: string, { url, json, lost }: CheckUrlsOptions): Promise<boolean> {
  const { size } = statSync(file);
  const environment = Environment.from(process.env);
  const service = url ?? localServiceUrl(environment);
  const walk = new UrlWalk(service, new URL(environment.PUBLIC_BASE_URL));
  await walk.ask('/');
  const counts: Record<Lead, number> = { page: 0, moved: 0, elsewhere: 0, lost: 0 };
  let checked = 0;
  for await (const { read, walked } of inOrder(urlsOf(file), (line) => walk.follow(line))) {
    counts[walked.lead] += 1;
    checked += 1;
    if (!lost || walked.lead === 'lost') print(json ? JSON.stringify(walked) : sentence(walked));
    if (checked % REPORT_EVERY === 0)
      process.stderr.write(`${Math.floor((100 * read) / size)}%, ${checked} URLs, ${counts.lost} lost\n`);
  }
  const summary = `${checked} URLs: ${counts.page} lead to a page, ${counts.moved} have moved, ${counts.elsewhere} lead to other sites, ${counts.lost} are lost`;
  if (json) process.stderr.write(`${summary}\n`);
  else print(summary);
  return counts.lost === 0;
}

interface ListedUrl {
  readonly url: string;
  /** Bytes of the file up to here. */
  readonly read: number;
}

async function* urlsOf(file: string): AsyncGenerator<ListedUrl> {
  let read = 0;
  for await (const { number, text, bytes, fault } of linesOf(file, { maxBytes: MAX_LINE_BYTES })) {
    read += bytes;
    const url = text?.trim() ?? `line ${number} ${fault ?? ''}`;
    if (url !== '' && !url.startsWith('#')) yield { url, read };
  }
}

/** Follows some URLs at once, and yields them in the order of the list. */
async function* inOrder(urls: AsyncIterable<ListedUrl>, follow: (url: string) => Promise<WalkedUrl>) {
  const running: Promise<{ read: number; walked: WalkedUrl }>[] = [];
  for await (const { url, read } of urls) {
    running.push(follow(url).then((walked) => ({ read, walked })));
    if (running.length < CONCURRENCY) continue;
    const first = await running.shift();
    if (first) yield first;
  }
  for (const one of running) yield await one;
}

function sentence({ url, lead, redirects, reason }: WalkedUrl): string {
  const chain = [url, ...redirects].join(' → ');
  return `${lead.padEnd(9)}  ${chain}${reason === null ? '' : `  ${reason}`}`;
}
