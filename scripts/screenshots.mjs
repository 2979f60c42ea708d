// Takes the screenshots in docs/screenshots anew: `npm run screenshots`. Looks are those of this machine's
// fonts.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

process.chdir(dirname(import.meta.dirname));
rmSync('docs/screenshots', { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--selectProjects=sqlite',
    '--testPathPatterns=pages-browser',
    '--testNamePattern=has nothing wrong',
  ],
  { stdio: 'inherit', env: { ...process.env, BROWSER_TESTS: '1', SCREENSHOTS: '1' } },
);
process.exitCode = status ?? 1;
