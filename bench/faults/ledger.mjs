import { setTimeout as delay } from 'node:timers/promises';
import { KEY } from './served.mjs';

const headers = { 'x-rmauth': KEY, 'content-type': 'application/json' };

/** Longer than any limit of the service: what takes as long has hung. */
const HUNG_MS = 60_000;

/** One request. @returns when it began, how long it took, and what came */
export async function ask(url, method, path, body, more = {}) {
  const began = Date.now();
  const outcome = (status, rest = {}) => ({ began, ms: Date.now() - began, status, ...rest });
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...more },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(HUNG_MS),
    });
    const content = await answer.json().catch(() => null);
    return outcome(answer.status, { body: content, retryAfter: answer.headers.get('retry-after') });
  } catch (error) {
    return outcome(error.name === 'TimeoutError' ? 'hung' : 'no answer', { body: null });
  }
}

/** Clients that write and read without a pause, and all that they were answered. */
export class Ledger {
  outcomes = [];
  readiness = [];
  isOver = false;
  count = 0;

  /** @param urls of the instances, in turn */
  constructor(urls, { writers = 8, readers = 8 } = {}) {
    this.urls = urls;
    this.clients = [
      ...Array.from({ length: writers }, () => this.repeat(() => this.write())),
      ...Array.from({ length: readers }, () => this.repeat(() => this.read())),
      this.repeat(() => this.probe(), 200),
    ];
  }

  async repeat(turn, pauseMs = 2) {
    while (!this.isOver) {
      await turn();
      await delay(pauseMs);
    }
  }

  get url() {
    return this.urls[this.count++ % this.urls.length];
  }

  async write() {
    const headline = `Ledger ${process.pid} ${this.count}`;
    const outcome = await ask(this.url, 'POST', '/api/1.3/posts', { headline, tags: ['one', 'two'] });
    this.outcomes.push({ ...outcome, kind: 'write', headline, id: outcome.body?.id });
  }

  async read() {
    this.outcomes.push({ ...(await ask(this.url, 'GET', '/api/1.3/posts?limit=5')), kind: 'read' });
  }

  async probe() {
    this.readiness.push(await ask(this.url, 'GET', '/health/ready'));
  }

  async end() {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  since(time, until = Infinity) {
    return this.outcomes.filter(({ began }) => began >= time && began < until);
  }

  /** @param rows of all articles: `id` and `headline` */
  verdict(rows) {
    const stored = new Set(rows.map(({ id }) => id));
    const headlines = rows
      .map(({ headline }) => headline)
      .filter((headline) => headline.startsWith('Ledger '));
    const answered = this.outcomes.filter(({ kind, status }) => kind === 'write' && status === 200);
    return {
      answered: answered.length,
      lost: answered.filter(({ id }) => !stored.has(id)).length,
      twice: headlines.length - new Set(headlines).size,
    };
  }
}

/** How many outcomes of each status. */
export function tally(outcomes) {
  const counts = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export const slowest = (outcomes) => Math.max(0, ...outcomes.map(({ ms }) => ms));
