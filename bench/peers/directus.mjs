import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';
import { isRunning, memoryOf, processorTimeOf } from '../processes.mjs';

const START_MS = 120_000;
const STOP_MS = 15_000;

/** Of a database that holds nothing but the bench. */
const TOKEN = 'bench-peer-static-token';

/**
 * Installs Directus where it is not there yet. No script of a package is run, so nothing is compiled:
 * isolated-vm, which runs scripts of flows and which nothing here touches, is taken in the first version
 * that brings its binaries along.
 */
export async function installDirectus({ folder, version }) {
  if (installedVersion(folder) === version) return;
  console.error(`Installing directus@${version} in ${folder} …`);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { directus: version },
    overrides: { 'isolated-vm': '6.1.2' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: folder,
    env: process.env,
  });
}

function installedVersion(folder) {
  const file = join(folder, 'node_modules/directus/package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}

/** Makes the tables of Directus and its administrator, or brings those of an older version up to date. */
export async function bootstrapDirectus(options) {
  await run(process.execPath, [commandOf(options), 'bootstrap'], {
    cwd: options.folder,
    env: environment(options),
  });
}

/** Directus in a process of its own, in the form of the servers that `measure` takes. */
export async function startDirectus(options) {
  const port = await freePort();
  const child = spawn(process.execPath, [commandOf(options), 'start'], {
    cwd: options.folder,
    env: environment(options, { HOST: '127.0.0.1', PORT: String(port) }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const server = {
    name: 'directus',
    origin: `http://127.0.0.1:${port}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    memory: () => ({ now: memoryOf(child.pid, 'VmRSS'), peak: memoryOf(child.pid, 'VmHWM') }),
    processorTime: () => processorTimeOf(child.pid),
    async stop() {
      if (isRunning(child)) {
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await Promise.race([exit, delay(STOP_MS, undefined, { ref: false }).then(killNow)]);
      }
      process.removeListener('exit', killNow);
    },
  };
  await untilItAnswers(server, child);
  return server;
}

/** Asks Directus something outside the measurement. @returns the data of its answer */
export async function ask({ origin, headers }, method, path, body) {
  const answer = await fetch(`${origin}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Directus answered ${method} ${path} with ${answer.status}: ${text}`);
  return text && JSON.parse(text).data;
}

/**
 * Settings beside the defaults: no limits and no cache that would answer instead of the database. The limiter
 * of pressure is off because one refused request would end the run.
 */
function environment({ databaseUrl, directusDatabase }, more = {}) {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    TELEMETRY: 'false',
    KEY: '5d0cbd4e-6ef0-4e0b-a4a4-0a3e2f3d7a11',
    SECRET: 'a secret of the bench that is long enough for Directus',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'bench-peer-password',
    ADMIN_TOKEN: TOKEN,
    DB_CLIENT: 'mysql',
    DB_HOST: databaseUrl.hostname,
    DB_PORT: databaseUrl.port || '3306',
    DB_USER: decodeURIComponent(databaseUrl.username),
    DB_PASSWORD: decodeURIComponent(databaseUrl.password),
    DB_DATABASE: directusDatabase,
    ...more,
  };
}

const commandOf = ({ folder }) => join(folder, 'node_modules/directus/cli.js');

async function run(command, args, { cwd, env }) {
  // Its output must not mix with the table.
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', process.stderr, process.stderr] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`"${[command, ...args].join(' ')}" failed.`);
}

async function untilItAnswers({ origin }, child) {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await delay(100)) {
    if (!isRunning(child)) throw new Error('Directus ended while it started.');
    const isUp = await fetch(`${origin}/server/ping`).then(
      (answer) => answer.text().then(() => answer.ok),
      () => false,
    );
    if (isUp) return;
  }
  child.kill('SIGKILL');
  throw new Error(`Directus did not answer within ${START_MS / 1000} seconds.`);
}
