import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from './database.js';
import { PROCESS_KEY, type ServiceProcess, startProcess } from './process.js';

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 25;

export interface WorkerAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** A service of several processes, all of which take requests. */
export async function startWorkers(
  database: TestDatabase,
  more: NodeJS.ProcessEnv = {},
): Promise<ServiceProcess> {
  const service = await startProcess(database, { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', ...more });
  await untilPrinted(service, 'is ready.');
  return service;
}

export async function untilPrinted(service: ServiceProcess, text: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!service.output().includes(text)) {
    if (Date.now() > deadline) throw new Error(`"${text}" was not printed:\n${service.output()}`);
    await delay(PAUSE_MS);
  }
}

/** Clients of so many different workers, by their process ids. */
export async function clientsOfWorkers(
  service: ServiceProcess,
  count: number,
): Promise<[WorkerClient, WorkerClient]> {
  const clients = new Map<number, WorkerClient>();
  for (let tries = 0; clients.size < count && tries < 10 * count; tries++) {
    const client = new WorkerClient(service);
    const pid = await client.findPid();
    if (clients.has(pid)) client.close();
    else clients.set(pid, client);
  }
  const [one, other] = [...clients.values()].sort((a, b) => a.pid - b.pid);
  if (!one || !other) throw new Error('All connections go to one worker.');
  return [one, other];
}

/** A client that keeps its connection, and so stays with one worker. */
export class WorkerClient {
  pid = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly service: ServiceProcess) {}

  /** @param key of the administrator when it is left out, none when it is null */
  call(method: string, path: string, body?: object, key: string | null = PROCESS_KEY): Promise<WorkerAnswer> {
    const headers = { 'content-type': 'application/json', ...(key !== null && { 'x-rmauth': key }) };
    return this.send(method, path, headers, body);
  }

  /** The log tells which process has answered. */
  async findPid(): Promise<number> {
    const id = randomUUID();
    await this.send('GET', '/api/1.3/posts?limit=1', { 'x-request-id': id, 'x-rmauth': PROCESS_KEY });
    await untilPrinted(this.service, `"${id}"`);
    const line = this.service
      .output()
      .split('\n')
      .find((one) => one.includes(id));
    this.pid = (JSON.parse(line ?? '{}') as { pid: number }).pid;
    return this.pid;
  }

  close(): void {
    this.agent.destroy();
  }

  private send(
    method: string,
    path: string,
    headers: NodeJS.Dict<string>,
    body?: object,
  ): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request(this.service.url + path, { method, headers, agent: this.agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => (text += piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const isJson = (answer.headers['content-type'] ?? '').includes('json');
          const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: json });
        });
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
