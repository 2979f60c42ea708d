// Compiles the service when dist/ is missing or older than its sources, so that `npm start` just works.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 9)) {
  console.error(
    `This service runs on Node 24 (it is pinned by the npm package "node"); this is Node ${process.versions.node}. Run "npm ci", then start it with "npm start".`,
  );
  process.exit(1);
}

const newest = (path) => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(`${path}/${name}`)));
};

const built = existsSync('dist/.tsbuildinfo') ? statSync('dist/.tsbuildinfo').mtimeMs : 0;
const hasSources = existsSync('src') && existsSync('node_modules/typescript');
if (hasSources && Math.max(newest('src'), newest('tsconfig.build.json'), newest('tsconfig.json')) > built) {
  process.stderr.write('Compiling …\n');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}
