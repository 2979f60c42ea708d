// Compiles the service when dist/ is not what src/ says, so that `npm start` just works.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isCompiled } from './freshness.mjs';

const NEST = 'node_modules/@nestjs/cli/bin/nest.js';
const STDERR = 2;

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 9)) {
  console.error(
    `This service runs on Node 24 (it is pinned by the npm package "node"); this is Node ${process.versions.node}. Run "npm ci", then start it with "npm start".`,
  );
  process.exit(1);
}

// An installation without development dependencies runs the dist/ that it came with.
const canCompile = existsSync('src') && existsSync(NEST);
if (!canCompile && !existsSync('dist/main.js')) {
  console.error(
    'There is no compiled service in dist/, and no compiler, which is a development dependency. Run "npm ci && npm run build", then "npm prune --omit=dev".',
  );
  process.exit(1);
}
if (canCompile && !isCompiled('.')) {
  process.stderr.write('Compiling …\n');
  // The output of a command line that starts with this script is that of its verb alone.
  const { status } = spawnSync(process.execPath, [NEST, 'build'], { stdio: ['ignore', STDERR, STDERR] });
  if (status !== 0) process.exit(status ?? 1);
}
