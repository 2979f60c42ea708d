// Takes the screenshots in docs/screenshots anew: `npm run screenshots`. Looks are those of this machine's
// fonts.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';

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
if (status === 0) await compose(['home-desktop-light', 'post-phone-light', 'home-phone-dark']);

/** The picture of the README: some of them side by side. */
async function compose(names) {
  const [height, gap] = [560, 16];
  const pictures = await Promise.all(
    names.map((name) =>
      sharp(`docs/screenshots/${name}.webp`).resize({ height }).toBuffer({ resolveWithObject: true }),
    ),
  );
  let left = gap;
  const placed = pictures.map(({ data: input, info }) => {
    const place = { input, left, top: gap };
    left += info.width + gap;
    return place;
  });
  await sharp({ create: { width: left, height: height + 2 * gap, channels: 3, background: '#d8dde3' } })
    .composite(placed)
    .webp({ quality: 85 })
    .toFile('docs/screenshots/pages.webp');
}
