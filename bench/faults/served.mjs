import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from '../free-port.mjs';
import { processorTimeOf } from '../processes.mjs';

export const KEY = 'f'.repeat(64);
const START_MS = 60_000;
export const dist = new URL('../../dist', import.meta.url).pathname;

/**
 * An empty database of its own.
 *
 * @param server of MySQL or MariaDB, as a URL; without one it is on SQLite
 */
export async function createDatabase(server) {
  const folder = mkdtempSync(join(tmpdir(), 'content-faults-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (!server) return { name: 'SQLite', url: `sqlite:${folder}/content.db`, folder, drop: removeFolder };
  const name = `content_faults_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const connection = await mysql.createConnection(server);
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  return {
    name: 'MariaDB',
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    folder,
    async drop() {
      removeFolder();
      await connection.query(`DROP DATABASE ${name}`);
      await connection.end();
    },
  };
}

/** The compiled service, in a process of its own. */
export async function startService(database, environment = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--max-semi-space-size=16', join(dist, 'main.js')], {
    // Away from the project: the service would take .env and site.json from its working directory.
    cwd: database.folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
      DATABASE_URL: database.url,
      DATA_DIR: database.folder,
      ADMIN_API_KEY: KEY,
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', openSync(join(tmpdir(), 'content-faults.log'), 'a'), 'inherit'],
  });
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + START_MS; !(await isReady()); await delay(50)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The service did not start.');
  }
  return {
    port,
    url,
    pid: child.pid,
    /** Resident megabytes, at most so far. */
    memory: () =>
      Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024),
    /** Seconds of processor time that it has used. */
    processorTime: () => processorTimeOf(child.pid),
    /** @returns the exit code */
    async end(signal = 'SIGTERM') {
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = await exit;
      process.removeListener('exit', killNow);
      return code;
    },
  };
}
