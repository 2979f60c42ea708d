import { Jobs } from '../../platform/schedule/jobs.js';
import { JobLeases } from '../../platform/schedule/job-leases.js';
import type { Service } from '../../testing/service.js';
import type { Findings } from './findings.js';

/** Hands what the changes before have committed to the methods with `@OnCommitted`, as often as these are. */
export async function checkEvents(service: Service, findings: Findings): Promise<void> {
  await findings.try('its methods with @OnCommitted handle all that has happened', async () => {
    const { failures } = await service.deliverEvents();
    const sentences = failures.map(
      ({ consumer, event: { resource, verb }, error }) =>
        `${consumer} cannot handle ${verb} of ${resource}: ${String(error)}`,
    );
    if (failures.length > 0) throw new Error([...new Set(sentences)].join('; '));
  });
}

/** Runs the jobs; while one instance runs one that is for one of them, the other must not. */
export async function checkJobs(one: Service, other: Service, findings: Findings): Promise<void> {
  const leases = one.app.get(JobLeases);
  const { signal } = new AbortController();
  for (const job of one.app.get(Jobs).declarations) {
    const { name, on } = job;
    await findings.try(`the job ${name} runs`, () => one.runJob(name));
    if (on === 'every-instance') continue;
    await findings.try(`the job ${name} runs on one instance at a time`, async () => {
      const runs: boolean[] = [];
      await leases.makeDue(job);
      await leases.run({ name, every: 0 }, signal, async () => runs.push(await other.runJob(name)));
      if (runs[0] !== false) throw new Error(`two instances run it at once`);
    });
  }
}
