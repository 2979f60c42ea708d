import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from '../free-port.mjs';

const START_MS = 60_000;
const asMysql = process.getuid?.() === 0 ? ['--user=mysql'] : [];

/**
 * A MariaDB of its own, that waits for the disk as one in production does, and that can be killed and frozen.
 */
export class MariadbServer {
  /**
   * @param options.args further arguments of mariadbd
   * @param options.datadir an existing folder; it is not removed
   */
  static async start({ args = [], datadir } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'content-faults-mariadb-'));
    chmodSync(folder, 0o777);
    const server = new MariadbServer(folder, datadir ?? join(folder, 'data'), await freePort(), args);
    const installed = spawnSync('mariadb-install-db', [
      '--no-defaults',
      ...asMysql,
      `--datadir=${server.datadir}`,
      '--skip-test-db',
      '--auth-root-authentication-method=normal',
    ]);
    if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr}`);
    await server.run();
    return server;
  }

  constructor(folder, datadir, port, args) {
    Object.assign(this, { folder, datadir, port, args });
    this.url = `mysql://root@127.0.0.1:${port}`;
    process.once('exit', () => {
      this.child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** Starts it, also after {@link kill}. @param more arguments of this start alone */
  async run(more = []) {
    const log = openSync(join(this.folder, 'log'), 'a');
    this.child = spawn(
      'mariadbd',
      [
        '--no-defaults',
        ...asMysql,
        `--datadir=${this.datadir}`,
        `--socket=${join(this.folder, 'socket')}`,
        `--pid-file=${join(this.folder, 'pid')}`,
        '--bind-address=127.0.0.1',
        `--port=${this.port}`,
        '--character-set-server=utf8mb4',
        ...this.args,
        ...more,
      ],
      { stdio: ['ignore', log, log] },
    );
    for (const deadline = Date.now() + START_MS; !(await this.answers()); await delay(100)) {
      if (this.child.exitCode !== null || Date.now() > deadline)
        throw new Error(
          `MariaDB did not start:\n${readFileSync(join(this.folder, 'log'), 'utf8').slice(-2000)}`,
        );
    }
  }

  answers() {
    return mysql.createConnection({ uri: this.url, connectTimeout: 1000 }).then(
      (connection) => connection.end().then(() => true),
      () => false,
    );
  }

  /** Runs statements as administrator. @returns the rows of the last one */
  async administer(...statements) {
    const connection = await mysql.createConnection(this.url);
    let rows;
    for (const statement of statements) [rows] = await connection.query(statement);
    await connection.end();
    return rows;
  }

  freeze() {
    this.child.kill('SIGSTOP');
  }

  thaw() {
    this.child.kill('SIGCONT');
  }

  async kill() {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  async stop() {
    this.thaw();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
