/*
 * All benches of requests in one run, one after the other: the tables of docs/performance.md. Options are
 * those that they share: --rounds, --seconds, --dist.
 */
import { spawnSync } from 'node:child_process';

const PARTS = [
  ['REST beside the floor', 'run.mjs'],
  ['GraphQL beside REST', 'graphql.mjs'],
  ['Public pages beside Express', 'pages.mjs'],
  ['Start and memory at rest', 'start.mjs'],
];

let isWhole = true;
for (const [title, script] of PARTS) {
  console.log(`\n## ${title}\n`);
  const file = new URL(script, import.meta.url).pathname;
  const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) isWhole = false;
}
process.exit(isWhole ? 0 : 1);
