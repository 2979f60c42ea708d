import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.mjs';

const START_MS = 60_000;
const STOP_MS = 15_000;
const MEGABYTE_IN_KILOBYTES = 1024;
/** The kernel counts processor time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

/** Both servers put the same base into the URLs that they send. */
const PUBLIC_BASE_URL = 'https://bench.example';

/** Both run under the flags that operators start the service with: `node <flags> dist/main.js`. */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const flags = scripts['start:prod'].split(' ').slice(1, -1);

const folder = mkdtempSync(join(tmpdir(), 'content-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Nothing of the caller's environment but the paths: its settings would change what is measured. */
function environment({ databaseUrl }, more = {}) {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    DRAIN_SECONDS: '0',
    DATABASE_URL: databaseUrl.toString(),
    DATA_DIR: folder,
    PUBLIC_BASE_URL,
    ...more,
  };
}

/** Runs a command of the service. @returns the last line that it prints */
export async function runService(options, args) {
  const command = [compiled(options, 'cli.js'), ...args];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: environment(options),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`"node ${command.join(' ')}" failed.`);
  return output.trim().split('\n').at(-1);
}

/** A key of author 1 for a day. */
export function createKey(options) {
  return runService(options, ['keys', 'create', '--author', '1', '--name', 'bench', '--expires', '1']);
}

/** @param more of its environment */
export function startService(options, { key, profileFolder, more }) {
  const profiling = profileFolder ? ['--cpu-prof', '--cpu-prof-dir', profileFolder] : [];
  const args = [...profiling, compiled(options, 'main.js')];
  return startServer(options, { name: 'service', args, key, more });
}

export function startFloor(options) {
  const file = new URL('floor/server.mjs', import.meta.url).pathname;
  return startServer(options, { name: 'floor', args: [file], key: null });
}

/**
 * @param file of the page that it sends
 * @param task `look-up`: it asks the database one thing before it does
 */
export function startPageFloor(options, file, task = '') {
  const server = new URL('floor/page.mjs', import.meta.url).pathname;
  return startServer(options, { name: 'floor', args: [server, file, task], key: null });
}

function compiled({ dist }, name) {
  const file = join(dist, name);
  if (!existsSync(file)) throw new Error(`There is no ${file}: run "npm run build" first.`);
  return file;
}

/** A server under measurement, in a process of its own. */
async function startServer(options, { name, args, key, more }) {
  const port = await freePort();
  const child = spawn(process.execPath, [...flags, ...args], {
    // Away from the project: the service would take .env and site.json from its working directory.
    cwd: folder,
    env: environment(options, { PORT: String(port), ...more }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const server = {
    name,
    origin: `http://127.0.0.1:${port}`,
    headers: { 'content-type': 'application/json', ...(key !== null && { 'x-rmauth': key }) },
    /** Resident megabytes: now, and the most that it ever had. */
    memory: () => ({ now: memoryOf(child.pid, 'VmRSS'), peak: memoryOf(child.pid, 'VmHWM') }),
    /** Milliseconds of processor time that it has used, its workers included. */
    processorTime: () => server.processes().reduce((sum, pid) => sum + processorTimeOf(pid), 0),
    /** Ids of its processes, the primary first. */
    processes: () => [child.pid, ...workersOf(child.pid)],
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

async function untilItAnswers({ name, origin }, child) {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await delay(50)) {
    if (!isRunning(child)) throw new Error(`The ${name} ended while it started.`);
    const isUp = await fetch(origin).then(
      (answer) => answer.text().then(() => true),
      () => false,
    );
    if (isUp) return;
  }
  child.kill('SIGKILL');
  throw new Error(`The ${name} did not answer within ${START_MS / 1000} seconds.`);
}

export const isRunning = (child) => child.exitCode === null && child.signalCode === null;

/** Resident megabytes: `VmRSS` now, `VmHWM` at their peak. */
export function memoryOf(pid, field) {
  const kilobytes = readProcess(pid, 'status', new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm'));
  return Math.round(Number(kilobytes) / MEGABYTE_IN_KILOBYTES);
}

/** Milliseconds of processor time that a process has used. */
export function processorTimeOf(pid) {
  // The name of the process, in brackets, may hold blanks; user and system time
  // are the 12th and 13th after it.
  const [user, system] = readProcess(pid, 'stat', /\) (?:\S+ ){11}(\d+ \d+) /)
    .split(' ')
    .map(Number);
  return (user + system) * TICK_MS;
}

function workersOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

/** Reads what the kernel says of a process; of one that has just ended it says less, or nothing. */
function readProcess(pid, file, pattern) {
  const path = `/proc/${pid}/${file}`;
  const [, found] = (existsSync(path) && pattern.exec(readFileSync(path, 'utf8'))) || [];
  if (found === undefined) throw new Error('A server ended while it was measured.');
  return found;
}
