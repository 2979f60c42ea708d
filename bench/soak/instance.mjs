import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';

const START_MS = 60_000;
const KEY = 's'.repeat(64);

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const flags = scripts['start:prod'].split(' ').slice(1, -1);
const folder = mkdtempSync(join(tmpdir(), 'content-soak-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A service in a process of its own, which comes back on its port after it was killed. */
export class Instance {
  errors = [];

  constructor(options) {
    this.options = options;
  }

  async start() {
    this.port ??= await freePort();
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [...flags, join(this.options.dist, 'main.js')], {
      // Away from the project: the service would take .env and site.json from its working directory.
      cwd: folder,
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        LOG_FORMAT: 'json',
        DRAIN_SECONDS: '0',
        DATABASE_URL: this.options.databaseUrl.toString(),
        DATA_DIR: folder,
        PORT: String(this.port),
        ADMIN_API_KEY: KEY,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    this.killNow = () => child.kill('SIGKILL');
    process.once('exit', this.killNow);
    child.stdout.on('data', (chunk) => {
      const lines = String(chunk).split('\n');
      this.errors.push(...lines.filter((line) => line.startsWith('{')));
    });
    for (const deadline = Date.now() + START_MS; ; await delay(50)) {
      if (child.exitCode !== null) throw new Error('An instance ended while it started.');
      const answer = await this.send('GET', '/health/ready').catch(() => null);
      if (answer?.status === 200) break;
      if (Date.now() > deadline) throw new Error('An instance did not start.');
    }
    this.isUp = true;
  }

  async send(method, path, body) {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { 'x-rmauth': KEY, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  kill() {
    return this.stop('SIGKILL');
  }

  async stop(signal = 'SIGTERM') {
    this.isUp = false;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    await exit;
    process.removeListener('exit', this.killNow);
  }
}
