import { Injectable, Module } from '@nestjs/common';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { Job, type JobDeclaration } from '../../src/platform/schedule/job.js';
import { JobLeases } from '../../src/platform/schedule/job-leases.js';
import { NO_TRACER } from '../../src/platform/telemetry/tracer.js';
import { runCommand } from '../support/command-line.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const HOUR_S = 3600;
/** Runs of each job, in all instances. */
const runs = { digest: 0, failing: 0, warming: 0 };
let release: () => void = () => undefined;
let released = Promise.resolve();
let atOnce = 0;
let mostAtOnce = 0;

@Injectable()
class Digests {
  private readonly warmed = new Set<object>();

  @Job({ name: 'acme.digest', every: HOUR_S, on: 'one-instance' })
  async digest(): Promise<void> {
    runs.digest++;
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await released;
    atOnce--;
  }

  @Job({ name: 'acme.failing', every: HOUR_S, on: 'one-instance' })
  fail(): Promise<void> {
    runs.failing++;
    return Promise.reject(new Error('The digest cannot be made.'));
  }

  @Job({ name: 'acme.warming', every: 1, on: 'every-instance' })
  warm(): Promise<void> {
    if (!this.warmed.has(this)) runs.warming++;
    this.warmed.add(this);
    return Promise.resolve();
  }
}

@Module({ providers: [Digests] })
class DigestsModule {}

let one: Service;
let other: Service;
beforeAll(async () => {
  released = new Promise((resolve) => {
    release = resolve;
  });
  const extension = { modules: [DigestsModule] };
  one = await startService({ extension });
  other = await startService({ extension, database: one.database });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const change = (statement: string, parameters: (string | number)[]) =>
  one.app.get(UnitOfWork).run(() => one.app.get(Database).execute(statement, parameters));
const stateOf = async (name: string): Promise<Readonly<Record<string, number>>> => {
  const [state] = await one.app
    .get(Database)
    .rows<Record<string, number>>('SELECT * FROM jobs WHERE name = ?', [name]);
  return state ?? {};
};
const looks = (service: Service) => {
  const leases = service.app.get(JobLeases);
  const due = leases.due.bind(leases);
  let count = 0;
  leases.due = (jobs) => {
    count++;
    return due(jobs);
  };
  return () => count;
};

test('a job of one instance runs on one of two, and not again before its time', async () => {
  expect(await eventually(() => runs.digest, 1)).toBe(1);
  const [looksOfOne, looksOfOther] = [looks(one), looks(other)];
  // Both instances have looked for jobs that are due, while it runs.
  expect(await eventually(() => Math.min(looksOfOne(), looksOfOther()) > 0, true)).toBe(true);
  expect(await stateOf('acme.digest')).toMatchObject({ failures: 0, succeeded_ts: 0 });
  release();
  expect(await eventually(async () => (await stateOf('acme.digest')).leased_until_ts, 0)).toBe(0);
  expect({ runs: runs.digest, mostAtOnce }).toEqual({ runs: 1, mostAtOnce: 1 });
  const { started_ts: started = 0, due_ts: due } = await stateOf('acme.digest');
  expect(due).toBe(started + HOUR_S);
});

test('a shorter period counts from the next start on', async () => {
  const { started_ts: started = 0 } = await stateOf('acme.digest');
  const leases = new JobLeases(one.app.get(Database), one.app.get<UnitOfWork>(UnitOfWork), NO_TRACER);
  expect(await leases.due([{ name: 'acme.digest', every: HOUR_S / 2 }])).toEqual([]);
  expect(await stateOf('acme.digest')).toMatchObject({ started_ts: started, due_ts: started + HOUR_S / 2 });
});

test('a job that is due runs, unless another instance has its lease', async () => {
  const now = Math.floor(Date.now() / 1000);
  const before = runs.digest;
  await change('UPDATE jobs SET due_ts = 0, holder = ?, leased_until_ts = ? WHERE name = ?', [
    'another',
    now + HOUR_S,
    'acme.digest',
  ]);
  const look = looks(one);
  expect(await eventually(() => look() > 1, true)).toBe(true);
  expect(runs.digest).toBe(before);
  // The other instance was killed, and its lease is over.
  await change('UPDATE jobs SET leased_until_ts = ? WHERE name = ?', [now - 1, 'acme.digest']);
  expect(await eventually(() => runs.digest, before + 1)).toBe(before + 1);
});

test('a job whose row an instance with other settings has removed is due again', async () => {
  const leases = one.app.get(JobLeases);
  const job = { name: 'acme.removed', every: HOUR_S };
  expect(await leases.due([job])).toEqual([job.name]);
  await other.app.get(JobLeases).forget([job.name]);
  await leases.due([job]);
  expect(await leases.due([job])).toEqual([job.name]);
  await leases.forget([job.name]);
});

test('a job runs although the clock of the database was set back', async () => {
  const before = runs.digest;
  const tomorrow = Math.floor(Date.now() / 1000) + 24 * HOUR_S;
  await change('UPDATE jobs SET started_ts = ?, due_ts = ? WHERE name = ?', [
    tomorrow,
    tomorrow + HOUR_S,
    'acme.digest',
  ]);
  expect(await eventually(() => runs.digest, before + 1)).toBe(before + 1);
});

test('a run that fails is counted, and comes again after a minute', async () => {
  expect(await eventually(async () => (await stateOf('acme.failing')).failures, 1)).toBe(1);
  const { started_ts: started = 0, due_ts: due = 0, leased_until_ts: until } = await stateOf('acme.failing');
  expect({ until, runs: runs.failing }).toEqual({ until: 0, runs: 1 });
  expect(due).toBeGreaterThanOrEqual(started + 60);
  expect(due).toBeLessThan(started + HOUR_S);
  const { text } = await one.get('/metrics').expect(200);
  expect(text).toContain('job_failures{name="acme.failing"} 1');
  expect(text).toContain('job_failures{name="acme.digest"} 0');
});

test.each([
  ['returns', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('This run was told to end.'))],
])('a run that %s as it is cut off has neither succeeded nor failed, and is due', async (how, end) => {
  const name = `acme.cut-off-${how}`;
  const stopping = new AbortController();
  await one.app.get(JobLeases).run({ name, every: HOUR_S }, stopping.signal, () => {
    stopping.abort();
    return end();
  });
  expect(await stateOf(name)).toMatchObject({ leased_until_ts: 0, due_ts: 0, succeeded_ts: 0, failures: 0 });
});

test.each([
  ['succeeded', () => Promise.resolve(), 'The database is away.'],
  ['failed', () => Promise.reject(new Error('The job has failed.')), 'The job has failed.'],
])('a run that %s is not told otherwise when its end cannot be noted', async (how, work, message) => {
  const name = `acme.unnoted-${how}`;
  const whole = one.app.get<UnitOfWork>(UnitOfWork);
  let failures = 0;
  const run: UnitOfWork['run'] = (change) =>
    failures-- > 0 ? Promise.reject(new Error('The database is away.')) : whole.run(change);
  const leases = new JobLeases(one.app.get(Database), { run } as UnitOfWork, NO_TRACER);
  const running = leases.run({ name, every: HOUR_S }, new AbortController().signal, () => {
    failures = 1;
    return work();
  });
  await expect(running).rejects.toThrow(message);
  expect(await stateOf(name)).toMatchObject({ succeeded_ts: 0, failures: 0 });
});

test('the doctor names jobs and consumers that fail', async () => {
  await change(
    "INSERT INTO event_retries (consumer, resource, resource_id, position, attempts, due_ts) VALUES (?, 'article', 1, 1, 3, ?)",
    ['acme.mirror', Number.MAX_SAFE_INTEGER],
  );
  const { code, stdout } = await runCommand(['doctor'], one.database);
  expect(stdout).toContain('✗ jobs         acme.failing fails, see the log; failed runs: 1');
  expect(stdout).toContain(
    '✗ events       acme.mirror fails, see the log; resources that wait: 1, attempts so far: 3',
  );
  expect(code).toBe(1);
});

test('a job of every instance runs on both', async () => {
  expect(await eventually(() => runs.warming, 2)).toBe(2);
});

const DECLARATION: JobDeclaration = { name: 'acme.another', every: HOUR_S, on: 'one-instance' };
test.each<[string, object, string]>([
  ['a name that another job has', { name: 'acme.digest' }, 'Two jobs are called acme.digest.'],
  ['a name of others', { name: 'desk.digest' }, '"desk.digest" must begin with "acme."'],
  ['no place', { on: 'sometimes' }, 'must run on one-instance or every-instance, not on sometimes.'],
  ['no period', { every: 0 }, 'The job acme.another must run every 1 to 2000000 seconds, not every 0.'],
])('a job with %s ends the start', async (_what, wrong, message) => {
  @Injectable()
  class Faulty {
    @Job({ ...DECLARATION, ...wrong })
    run(): Promise<void> {
      return Promise.resolve();
    }
  }
  @Module({ providers: [Faulty] })
  class FaultyModule {}
  const starting = startService({
    extension: { modules: [DigestsModule, FaultyModule] },
    database: one.database,
  });
  await expect(starting).rejects.toThrow(message);
});
