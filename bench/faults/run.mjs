/**
 * All fault scenarios, one after the other.
 *
 *   npm run bench:faults                     in full: about 80 minutes, 40 of them soaks
 *   npm run bench:faults -- server disk      some of them
 *   npm run bench:faults -- --short          about 15 minutes: shorter faults, soaks of two minutes
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { MariadbServer } from './mariadb.mjs';

const isShort = process.argv.includes('--short');
const named = process.argv.slice(2).filter((one) => !one.startsWith('--'));

/** Scenarios with a server of their own, and those that are handed one and run on SQLite, too. */
const OWN = ['disk', 'server', 'frozen-stop', 'memory', 'migrations', 'names', 'retries', 'galera'];
const SHARED = ['stops', 'overload', 'backup'];
/** Once on each database. */
const BOTH = ['mirror', 'soak'];
const shorter = isShort
  ? {
      server: ['--short'],
      stops: ['--stops', '5'],
      overload: ['--turns', '2', '--seconds', '5'],
      backup: ['--times', '1'],
      mirror: ['--seconds', '20', '--kill-every', '5'],
      soak: ['--minutes', '2'],
    }
  : {};

const outcomes = new Map();
const isWanted = (name) => named.length === 0 || named.includes(name);
for (const name of OWN.filter(isWanted)) await run(name, name, shorter[name] ?? []);
const withServer = [...SHARED, ...BOTH].filter(isWanted);
if (withServer.length > 0) {
  const server = await MariadbServer.start();
  const FAULTS_DATABASE_URL = server.url;
  for (const name of SHARED.filter(isWanted))
    await run(name, name, shorter[name] ?? [], { FAULTS_DATABASE_URL });
  for (const name of BOTH.filter(isWanted)) {
    await run(`${name}, SQLite`, name, shorter[name] ?? []);
    await run(`${name}, MariaDB`, name, shorter[name] ?? [], { FAULTS_DATABASE_URL });
  }
  await server.stop();
}
console.log('\nScenarios');
for (const [name, code] of outcomes) console.log(`  ${code === 0 ? '✓' : '✗'} ${name}`);
process.exit([...outcomes.values()].every((code) => code === 0) ? 0 : 1);

async function run(title, name, args, environment = {}) {
  const file = new URL(`${name}.mjs`, import.meta.url).pathname;
  if (!existsSync(file)) throw new Error(`There is no scenario "${name}".`);
  const child = spawn(process.execPath, [file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [code] = await once(child, 'exit');
  outcomes.set(title, code);
}
