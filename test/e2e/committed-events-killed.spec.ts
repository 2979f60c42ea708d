import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { callProcess, killLeftovers, type ServiceProcess, startProcess } from '../support/process.js';

const EXTENSION = fileURLToPath(new URL('../support/event-recorder.mjs', import.meta.url));
const ARTICLES = 8;
const EDITS = 12;

interface Recorded {
  readonly id: string;
  readonly resourceId: number;
  readonly version: number;
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

/** Creates and edits an article, as long as it is answered. @returns its id and its last version that was answered */
async function write(service: ServiceProcess, headline: string): Promise<{ id: number; version: number }> {
  const { body } = await callProcess(service, 'POST', '/api/1.3/posts', { headline });
  const id = body.id as number;
  let version = 1;
  try {
    for (let edit = 0; edit < EDITS; edit++) {
      const answer = await callProcess(service, 'PUT', `/api/1.3/posts/${id}`, { subheadline: `${edit}` });
      if (answer.status === 200) version = answer.body.version as number;
    }
  } catch {
    // The process was killed.
  }
  return { id, version };
}

/** The lease of an instance that was killed lasts half a minute; the test does not wait for it. */
async function endLeases(): Promise<void> {
  const sources = await openDataSources(database.url, { poolSize: 1, entities: [] });
  await sources.writer.manager.query('UPDATE jobs SET leased_until_ts = 0');
  await closeDataSources(sources);
}

test('kill -9 of the instance that delivers loses no event, and keeps the order of each article', async () => {
  const first = await start();
  const written = Array.from({ length: ARTICLES }, (_one, n) => write(first, `Post ${n}`));
  const second = await start();
  await eventually(() => recorded().length > ARTICLES, true);
  first.child.kill('SIGKILL');
  const articles = await Promise.all(written);
  await endLeases();
  for (const { id, version } of articles) {
    await eventually(() => versionsOf(id).length >= version, true);
    const versions = versionsOf(id);
    expect(versions.length).toBeGreaterThanOrEqual(version);
    expect(versions).toEqual(versions.map((_version, index) => index + 1));
  }
  await second.end('SIGTERM');
});
