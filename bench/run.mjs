import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { BenchDatabase } from './database.mjs';
import { measure } from './load.mjs';
import { readOptions } from './options.mjs';
import { createKey, startFloor, startService } from './processes.mjs';
import { brokenPromises, markdown, summarise } from './report.mjs';
import { mustAnswerTheSame } from './same-answers.mjs';

const WARM_UP_SECONDS = 2;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
  process.exit(await main(readOptions()));
} catch (error) {
  console.error(error);
  process.exit(1);
}

/** @returns the exit code */
async function main(options) {
  const database = await BenchDatabase.open(options.databaseUrl);
  try {
    await database.prepare(options);
    const figures = await measureAll(options, database).finally(() => database.removeCreated());
    const report = { ...figures, machine: await describeMachine(database) };
    console.log(markdown(report));
    if (options.jsonFile) writeFileSync(options.jsonFile, `${JSON.stringify(report, undefined, 2)}\n`);
    const broken = options.asserts ? brokenPromises(report) : [];
    for (const promise of broken) console.error(`Worse than promised: ${promise}.`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

async function measureAll(options, database) {
  const key = await createKey(options);
  const servers = [];
  try {
    const service = await startService(options, { key, profileFolder: options.profileFolder });
    servers.push(service);
    const floor = await startFloor(options);
    servers.push(floor);
    const dataSet = await database.dataSet();
    await mustAnswerTheSame(service, floor, dataSet);
    const cases = [];
    const databaseTime = await database.clock();
    for (const one of options.cases)
      cases.push(await measureCase(one, { service, floor }, dataSet, { ...options, databaseTime }));
    return { cases, memory: { service: service.memory().peak, floor: floor.memory().peak } };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Rounds on both sides in turn, so that what else the machine does hits both. */
async function measureCase(one, { service, floor }, dataSet, { rounds: count, seconds, databaseTime }) {
  for (const server of [service, floor])
    await measure(server, one, dataSet, { seconds: WARM_UP_SECONDS, seed: 0 });
  const rounds = [];
  for (let round = 1; round <= count; round++) {
    console.error(`${one.title}: round ${round} of ${count}`);
    const results = {};
    const order = round % 2 === 1 ? [service, floor] : [floor, service];
    for (const server of order)
      results[server.name] = await measure(server, one, dataSet, { seconds, seed: round, databaseTime });
    rounds.push(results);
  }
  return summarise(one, rounds);
}

async function describeMachine(database) {
  return `Node ${process.versions.node}, ${await database.version()}, ${availableParallelism()} cores`;
}
