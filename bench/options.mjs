import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES } from './cases.mjs';

const HELP = `Measures the service beside the floor, a bare Express + mysql2 server that sends the same bytes.

  npm run bench -- [options]

  --rounds <n>       measurements of each case and side (5)
  --seconds <n>      length of each measurement (4)
  --case <name>      only this case; may be repeated: ${CASES.map(({ name }) => name).join(', ')}
  --fresh            drop the database and fill it anew
  --assert           exit with 1 when a ratio or the memory is worse than the project promises
  --json <file>      also write the figures as JSON
  --profile <folder> write a CPU profile of the service there; slows it, so the ratios do not count
  --dist <folder>    the compiled service to measure (dist)

  BENCH_DATABASE_URL  a MySQL or MariaDB database with "bench" in its name
                      (mysql://root@127.0.0.1:3306/content_bench); it is made when it is missing`;

/** Reads the command line and the environment; ends the process with the help when that is asked for. */
export function readOptions(args = process.argv.slice(2), environment = process.env) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      case: { type: 'string', multiple: true, default: CASES.map(({ name }) => name) },
      fresh: { type: 'boolean', default: false },
      assert: { type: 'boolean', default: false },
      json: { type: 'string' },
      profile: { type: 'string' },
      dist: { type: 'string', default: new URL('../dist', import.meta.url).pathname },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  return {
    rounds: positive('--rounds', values.rounds),
    seconds: positive('--seconds', values.seconds),
    cases: values.case.map(findCase),
    isFresh: values.fresh,
    asserts: values.assert,
    jsonFile: values.json,
    profileFolder: values.profile && resolve(values.profile),
    dist: resolve(values.dist),
    databaseUrl: benchDatabase('mysql://root@127.0.0.1:3306/content_bench', environment),
  };
}

function positive(option, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} must be a positive integer.`);
  return number;
}

function findCase(name) {
  const found = CASES.find((one) => one.name === name);
  if (!found)
    throw new Error(`There is no case ${name}; there are ${CASES.map((one) => one.name).join(', ')}.`);
  return found;
}

/** The database that BENCH_DATABASE_URL names, or the usual one. */
export function benchDatabase(usual, { BENCH_DATABASE_URL } = process.env) {
  const url = new URL(BENCH_DATABASE_URL || usual);
  if (url.protocol !== 'mysql:')
    throw new Error('The bench needs MySQL or MariaDB: BENCH_DATABASE_URL=mysql://…');
  // It writes, deletes and, with --fresh, drops: no database that somebody needs may be hit by mistake.
  if (!url.pathname.includes('bench')) throw new Error('The name of the database must contain "bench".');
  return url;
}
