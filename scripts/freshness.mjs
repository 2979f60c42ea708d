import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files that say how sources are compiled. */
const SETTINGS = ['.swcrc', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

/**
 * Whether dist/ is what a compilation of src/ would write: an output for each source, none older than its
 * source or the compiler's settings, and none whose source is gone.
 * @param {string} root the folder of the project
 */
export function isCompiled(root) {
  const outputs = new Map(timesOf(join(root, 'dist'), /\.js$/));
  const sources = timesOf(join(root, 'src'), /(?<!\.spec)\.ts$/);
  const settings = Math.max(...SETTINGS.map((name) => timeOf(join(root, name))));
  return (
    outputs.size === sources.length &&
    sources.every(([name, changed]) => (outputs.get(name) ?? -1) >= Math.max(changed, settings))
  );
}

function timesOf(folder, pattern) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => [name.replace(pattern, ''), timeOf(join(folder, name))]);
}

function timeOf(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}
