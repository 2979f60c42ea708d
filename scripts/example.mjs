/**
 * Builds and tests the examples against the package as users get it: what `npm pack` makes is put into a
 * node_modules beside them, and resolves what it depends on in those of this project.
 *
 *   npm run example                 makes the declarations of the package first
 *   npm run example -- <folder>     takes those in the folder's `dist`
 *
 * The tests run on SQLite and, where TEST_DATABASE_URL names a server, there too, in a database that is made
 * and dropped.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

const EXAMPLE = 'examples/newsroom';
const PACKAGE = 'examples/node_modules/content-publishing-service';
const MAX_LINES = 300;

const run = (command, args, options = {}) => execFileSync(command, args, { stdio: 'inherit', ...options });

function declare() {
  // As `npm run build:types`, without the check of types, which takes half of the time and finds nothing new.
  const declarations = ['--noCheck', '--declaration', '--emitDeclarationOnly', '--sourceMap', 'false'];
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', ...declarations]);
}

function install() {
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { stdio: 'ignore' });
  const [tarball] = readdirSync(folder);
  rmSync(PACKAGE, { recursive: true, force: true });
  mkdirSync(PACKAGE, { recursive: true });
  run('tar', ['-xzf', join(folder, tarball), '-C', PACKAGE, '--strip-components=1']);
  rmSync(folder, { recursive: true });
}

/** Lines of code: without blank ones, imports and comments. */
function countLines() {
  const files = readdirSync(`${EXAMPLE}/src`, { recursive: true }).filter((file) => file.endsWith('.ts'));
  const texts = files.map((file) => readFileSync(join(EXAMPLE, 'src', file), 'utf8'));
  const code = texts.map((text) => text.replace(/^import[^;]*;\n|^\s*\/\*\*[^]*?\*\/\n/gm, ''));
  const lines = code
    .join('')
    .split('\n')
    .filter((line) => line.trim() !== '').length;
  console.log(`${EXAMPLE} has ${lines} lines of code in ${files.length} files.`);
  if (lines > MAX_LINES) throw new Error(`The example is to have ${MAX_LINES} lines at most.`);
}

const test = (environment) => {
  const tests = readdirSync(`${EXAMPLE}/test`).map((file) => `test/${file}`);
  const env = { ...process.env, ...environment };
  run(process.execPath, ['--test', ...tests], { cwd: EXAMPLE, env });
};

async function testOnServer(server) {
  const connection = await createConnection(server);
  const name = `example_${process.pid}`;
  try {
    await connection.query(`CREATE DATABASE ${name}`);
    test({ DATABASE_URL: `${server.replace(/\/$/, '')}/${name}` });
  } finally {
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.end();
  }
}

if (!existsSync('dist/main.js')) throw new Error('Compile the service first: npm run build');
const [, , declared] = process.argv;
if (declared) cpSync(join(declared, 'dist'), 'dist', { recursive: true });
else declare();
install();
countLines();
for (const folder of [EXAMPLE, 'examples/recipes'])
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]);
test({ DATABASE_URL: '' });
if (process.env.TEST_DATABASE_URL) await testOnServer(process.env.TEST_DATABASE_URL);
