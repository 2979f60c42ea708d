import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './process.js';

/** A MariaDB of a test alone, which may have settings that others would not bear. */
export interface OwnServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether there is a MariaDB on this machine to start. */
export function mayStartServer(): boolean {
  try {
    execFileSync('mariadbd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @param settings as `--max-allowed-packet=1M` */
export async function startOwnServer(...settings: readonly string[]): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'own-server-'));
  const port = await freePort();
  const shared = ['--no-defaults', `--user=${userInfo().username}`, `--datadir=${folder}/data`];
  const first = ['--skip-test-db', '--auth-root-authentication-method=normal'];
  execFileSync('mariadb-install-db', [...shared, ...first], { stdio: 'ignore' });
  const own = [`--socket=${folder}/socket`, '--bind-address=127.0.0.1', `--port=${port}`];
  const quick = ['--skip-log-bin', '--innodb-flush-log-at-trx-commit=0', '--innodb-log-file-size=8M'];
  const server = spawn('mariadbd', [...shared, ...own, ...quick, ...settings], { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    await end(server);
    rmSync(folder, { recursive: true });
  };
  const hasEnded = () => server.exitCode !== null;
  const isListening = await eventually(async () => hasEnded() || (await listens(port)), true);
  if (isListening && !hasEnded()) return { url: `mysql://root@127.0.0.1:${port}`, stop };
  await stop();
  throw new Error('The server does not start.');
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGKILL');
  await exit;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}
