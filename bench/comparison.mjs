import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './load.mjs';
import { benchDatabase } from './options.mjs';
import { median } from './report.mjs';

const WARM_UP_SECONDS = 2;
const CONNECTIONS = 16;

/** The command line of a bench that compares what one service answers. Ends the process with the help. */
export function readComparison(help, database, args = process.argv.slice(2)) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      assert: { type: 'boolean', default: false },
      profile: { type: 'string' },
      dist: { type: 'string', default: new URL('../dist', import.meta.url).pathname },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  return {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    asserts: values.assert,
    profileFolder: values.profile && resolve(values.profile),
    dist: resolve(values.dist),
    databaseUrl: benchDatabase(`mysql://root@127.0.0.1:3306/${database}`),
  };
}

/** Runs a bench to its end, and the process with it. @param main gives the exit code */
export async function run(main) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  try {
    process.exit(await main());
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

/**
 * Each case in turn, in changing order, so that what else the machine does hits all.
 *
 * @param cases by name: the server that is asked, and what for
 * @returns answers a second of each round, by name
 */
export async function measureInTurn(cases, { rounds, seconds }) {
  const names = Object.keys(cases);
  const figures = Object.fromEntries(names.map((name) => [name, []]));
  const take = (name, length) => {
    const { server, request } = cases[name];
    return measure(server, { connections: CONNECTIONS, request }, {}, { seconds: length, seed: 0 });
  };
  for (const name of names) await take(name, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      console.error(`${name}: round ${round + 1} of ${rounds}`);
      figures[name].push((await take(name, seconds)).perSecond);
    }
  }
  return figures;
}

/** Median of the ratios of the rounds. */
export const ratioOf = (some, others) => median(some.map((value, round) => value / others[round]));

/** @returns the exit code */
export async function report(rows, database, { rounds, asserts, connections = CONNECTIONS }) {
  const lines = rows.map(
    ({ what, perSecond, figure = '', promised = '', isKept }) =>
      `| ${what} | ${perSecond.toFixed(0)} | ${figure} | ${promised} | ${isKept === undefined ? '' : isKept ? 'kept' : 'BROKEN'} |`,
  );
  const head = ['| what | answers/s | figure | promised |  |', '| --- | --: | --: | --: | --- |'];
  console.log([...head, ...lines].join('\n'));
  const machine = `Node ${process.versions.node}, ${await database.version()}, ${availableParallelism()} cores`;
  console.log(`\n${machine}. ${rounds} rounds, ${connections} connections.`);
  return asserts && rows.some(({ isKept }) => isKept === false) ? 1 : 0;
}
