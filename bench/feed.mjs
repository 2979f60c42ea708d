/**
 * Pages of 500 changes at random places of the feed, by 8 readers, with 10,000 and with 1,000,000 events.
 *
 *   node bench/feed.mjs [--readers 8] [--seconds 10]
 *   FAULTS_DATABASE_URL=mysql://root@127.0.0.1:3306   on MySQL or MariaDB instead of SQLite
 */
import { parseArgs } from 'node:util';
import Sqlite from 'sqlite-driver';
import mysql from 'mysql2/promise';
import { ask } from './faults/ledger.mjs';
import { Report } from './faults/report.mjs';
import { createDatabase, startService } from './faults/served.mjs';

const { values } = parseArgs({
  options: { readers: { type: 'string', default: '8' }, seconds: { type: 'string', default: '10' } },
});
const PAGE = 500;
const MOST_P99_MS = 50;

const database = await createDatabase(process.env.FAULTS_DATABASE_URL || undefined);
const report = new Report(`${database.name}: pages of ${PAGE} changes, ${values.readers} readers`);
await (await startService(database)).end();
for (const events of [10_000, 1_000_000]) {
  await fill(events);
  // Nothing else is done: the events are of articles that there are not.
  const service = await startService(database, { SCHEDULER: 'off' });
  await read(service, events, 2);
  const times = await read(service, events, Number(values.seconds));
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  report.note(`${events} events, pages a second`, Math.round(times.length / Number(values.seconds)));
  report.note(`${events} events, p50`, `${at(0.5)} ms`);
  report.check(
    `${events} events, p99 below ${MOST_P99_MS} ms`,
    `${at(0.99)} ms`,
    Number(at(0.99)) < MOST_P99_MS,
  );
  await service.end();
}
await database.drop();

/** @returns the times of all pages in milliseconds, the shortest first */
async function read(service, events, seconds) {
  const times = [];
  const end = Date.now() + seconds * 1000;
  const reader = async () => {
    while (Date.now() < end) {
      const place = Math.floor(Math.random() * (events - PAGE));
      const began = performance.now();
      const { status, body } = await ask(
        service.url,
        'GET',
        `/api/1.3/changes?after=c${place}&limit=${PAGE}`,
      );
      if (status !== 200 || body.changes.length !== PAGE)
        throw new Error(`${status}: ${JSON.stringify(body).slice(0, 200)}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: Number(values.readers) }, reader));
  return times.sort((one, other) => one - other);
}

/** So many events, each of another article, of now. */
async function fill(events) {
  const now = Math.floor(Date.now() / 1000);
  const statements = [
    'DELETE FROM events',
    `INSERT INTO events (id, position, resource, resource_id, verb, version, created_ts, author_id, fields, audience)
     WITH RECURSIVE digits(d) AS (SELECT 0 UNION ALL SELECT d + 1 FROM digits WHERE d < 99),
       numbers(n) AS (SELECT a.d + 100 * b.d + 10000 * c.d + 1 FROM digits a, digits b, digits c)
     SELECT n, n, 'article', n, 'edit', 2, ${now}, 1, '["headline","body"]', '{"before":"all","after":"all"}'
       FROM numbers WHERE n <= ${events}`,
    `UPDATE event_order SET last_position = ${events}, forgotten_position = 0`,
  ];
  if (database.url.startsWith('sqlite:')) {
    const connection = new Sqlite(database.url.slice('sqlite:'.length));
    for (const statement of statements) connection.exec(statement);
    connection.close();
    return;
  }
  const connection = await mysql.createConnection(database.url);
  for (const statement of statements) await connection.query(statement);
  await connection.query('ANALYZE TABLE events');
  await connection.end();
}
