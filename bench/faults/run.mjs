import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { MariadbServer } from './mariadb.mjs';

/** Scenarios with a server of their own, and those that are handed one and run on SQLite, too. */
const OWN = ['disk', 'server', 'frozen-stop', 'memory', 'migrations', 'names', 'retries', 'galera'];
const SHARED = ['stops', 'overload', 'backup'];
/** Once on each database. */
const BOTH = ['mirror', 'soak'];
const ALL = [...OWN, ...SHARED, ...BOTH];

const HELP = `Runs fault scenarios, one after the other.

  npm run bench:faults -- [options] [scenario …]

  --short   about 15 minutes: shorter faults, soaks of two minutes; in full 80 minutes, 40 of them soaks

  Scenarios, all of them where none is named:
  ${ALL.join(' ')}`;

const { isShort, named } = readParameters();
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
  const child = spawn(process.execPath, [file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [code] = await once(child, 'exit');
  outcomes.set(title, code);
}

function readParameters() {
  const { values, positionals } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      short: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const unknown = positionals.find((name) => !ALL.includes(name));
  if (unknown !== undefined) {
    console.error(`There is no scenario "${unknown}".\n\n${HELP}`);
    process.exit(2);
  }
  return { isShort: values.short, named: positionals };
}
