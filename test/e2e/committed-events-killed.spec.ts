import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { killLeftovers, processHeaders, type ServiceProcess, startProcess } from '../support/process.js';

const EXTENSION = fileURLToPath(new URL('../support/event-recorder.mjs', import.meta.url));
const ARTICLES = 4;
const EDITS = 12;

interface Recorded {
  readonly id: string;
  readonly resourceId: number;
  readonly version: number;
  /** Process that was given the event. */
  readonly pid: number;
}

let database: TestDatabase;
let file: string;
beforeEach(async () => {
  database = await createMigratedDatabase();
  file = join(database.folder, 'events.jsonl');
  writeFileSync(file, '');
});
afterEach(() => database.drop());
afterAll(killLeftovers);

const start = () => startProcess(database, { EXTENSION, RECORDED_EVENTS: file });
const recorded = (): Recorded[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Recorded);
/** Each event once, in the order in which it came first. */
const versionsOf = (articleId: number): number[] => {
  const events = new Map(recorded().map((event) => [event.id, event]));
  return [...events.values()]
    .filter(({ resourceId }) => resourceId === articleId)
    .map(({ version }) => version);
};

/**
 * Creates and edits an article, as long as it is answered.
 *
 * @returns its id and its last version that was answered; null when its creation was not
 */
async function write(
  { url }: ServiceProcess,
  headline: string,
): Promise<{ id: number; version: number } | null> {
  let written: { id: number; version: number } | null = null;
  try {
    for (let count = 0; count <= EDITS; count++) {
      const path = `/api/1.3/posts${written ? `/${written.id}` : ''}`;
      const body = { headline, subheadline: `${count}` };
      const answer = await fetch(url + path, {
        method: written ? 'PUT' : 'POST',
        headers: processHeaders(),
        body: JSON.stringify(body),
      });
      if (answer.ok) written = (await answer.json()) as { id: number; version: number };
    }
  } catch {
    // The process was killed.
  }
  return written;
}

/** The lease of an instance that was killed lasts half a minute; the test does not wait for it. */
async function endLeases(): Promise<void> {
  const sources = await openDataSources(database.url, { poolSize: 1, entities: [] });
  await sources.writer.manager.query('UPDATE jobs SET leased_until_ts = 0');
  await closeDataSources(sources);
}

test('kill -9 of the instance that delivers loses no event, and keeps the order of each article', async () => {
  const services = await Promise.all([start(), start()]);
  const written = services.flatMap((service) =>
    Array.from({ length: ARTICLES }, (_one, n) => write(service, `Post ${n}`)),
  );
  await eventually(() => recorded().length > 0, true);
  const [{ pid } = { pid: 0 }] = recorded();
  services.find(({ child }) => child.pid === pid)?.child.kill('SIGKILL');
  const articles = await Promise.all(written);
  await endLeases();
  for (const { id, version } of articles.filter((article) => article !== null)) {
    await eventually(() => versionsOf(id).length >= version, true);
    const versions = versionsOf(id);
    expect(versions.length).toBeGreaterThanOrEqual(version);
    expect(versions).toEqual(versions.map((_version, index) => index + 1));
  }
  expect(new Set(recorded().map((event) => event.pid)).size).toBe(2);
});
