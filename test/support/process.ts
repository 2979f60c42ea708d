import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from './database.js';

/** A process of the compiled service, as an operator runs it. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Output that it has printed so far. */
  output(): string;
  /** Sends a signal and waits for the end. @returns the exit code, or null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Longer than a service takes to start or to end on a busy machine: it hangs. */
const HANGING_MS = 90_000;

export const PROCESS_KEY = 'p'.repeat(64);

export const processHeaders = (key = PROCESS_KEY) => ({
  'x-rmauth': key,
  'content-type': 'application/json',
});

/** A request of the administrator to a service in a process of its own. */
export async function callProcess(service: ServiceProcess, method: string, path: string, body?: object) {
  const response = await fetch(service.url + path, {
    method,
    headers: processHeaders(),
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Ends a process that a test has left behind. */
const running = new Set<ChildProcess>();

export function killLeftovers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** @param onPrint is told all that it has printed, each time that it prints */
export async function startProcess(
  database: TestDatabase,
  more: NodeJS.ProcessEnv = {},
  onPrint: (printed: string) => void = () => undefined,
): Promise<ServiceProcess> {
  const port = more.PORT ?? String(await freePort());
  const child = spawn(process.execPath, ['dist/main.js'], {
    env: environment(database, { PORT: port, ADMIN_API_KEY: PROCESS_KEY, ...more }),
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      onPrint(printed);
    });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, () => printed);
  return {
    child,
    url,
    output: () => printed,
    async end(signal) {
      const exit = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      const ended = await Promise.race([exit, delay(HANGING_MS, null, { ref: false })]);
      if (ended) return ended[0];
      const threads = threadStates(child.pid);
      child.kill('SIGKILL');
      throw new Error(`The service did not end after ${signal}. Its threads: ${threads}\n${printed}`);
    },
  };
}

/** Runs `dist/<script>` to its end. */
export async function run(
  script: 'cli.js' | 'main.js',
  parameters: readonly string[],
  database: TestDatabase,
  more: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [`dist/${script}`, ...parameters], {
    env: environment(database, more),
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

export function environment(database: TestDatabase, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
    ...more,
  };
}

/** Names of the threads of a process, and where in the kernel each of them is. */
function threadStates(pid: number | undefined): string {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return 'unknown';
  const read = (id: string, file: string) => readFileSync(`${tasks}/${id}/${file}`, 'utf8').trim();
  return readdirSync(tasks)
    .map((id) => `${read(id, 'comm')} ${read(id, 'wchan')}`)
    .join(', ');
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = Date.now() + HANGING_MS; Date.now() < deadline;) {
    if (child.exitCode !== null) break;
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((wake) => setTimeout(wake, 25));
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not start:\n${output()}`);
}

/** A TCP port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
