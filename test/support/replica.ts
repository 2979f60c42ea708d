import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { TestDatabase } from './database.js';
import { eventually } from './eventually.js';
import type { Client } from './service.js';

/** A second schema on the server of the tests, which takes the part of a replica. */
export interface FakeReplica {
  readonly url: string;
  /** Statements on it. */
  run(statement: string, values?: readonly unknown[]): Promise<void>;
  /** Follows the heartbeat of the primary, but nothing else. */
  follow(): void;
  /** Does not follow it any more, as when replication is held up. */
  stall(): Promise<void>;
  drop(): Promise<void>;
  /** Drops it, unless that is done, and its connection. */
  end(): Promise<void>;
}

const FOLLOW_EVERY_MS = 50;

/** The URL of the replica that {@link createFakeReplica} makes. */
export function replicaUrlOf({ url }: TestDatabase): string {
  return `${url}_replica`;
}

/** Copies the database as it is now. */
export async function createFakeReplica(database: TestDatabase): Promise<FakeReplica> {
  const { url } = database;
  const primary = new URL(url).pathname.slice(1);
  const name = `${primary}_replica`;
  const connection = await createConnection(url);
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const [tables] = await connection.query<(RowDataPacket & { name: string })[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?`,
    [primary],
  );
  for (const { name: table } of tables) {
    await connection.query(`CREATE TABLE ${name}.${table} LIKE ${primary}.${table}`);
    await connection.query(`INSERT INTO ${name}.${table} SELECT * FROM ${primary}.${table}`);
  }
  await connection.query(`USE ${name}`);
  const beats = follower(
    connection,
    `REPLACE INTO ${name}.replica_beats SELECT * FROM ${primary}.replica_beats`,
  );
  const drop = async (): Promise<void> => {
    await beats.stall();
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
  };
  return {
    url: replicaUrlOf(database),
    async run(statement, values = []) {
      await connection.query(statement, [...values]);
    },
    ...beats,
    drop,
    async end() {
      await drop();
      await connection.end();
    },
  };
}

function follower(connection: Connection, copy: string): Pick<FakeReplica, 'follow' | 'stall'> {
  let isFollowing = false;
  let following = Promise.resolve();
  const followOn = async (): Promise<void> => {
    while (isFollowing) {
      await connection.query(copy).catch(() => undefined);
      await new Promise((wake) => setTimeout(wake, FOLLOW_EVERY_MS));
    }
  };
  return {
    follow() {
      if (isFollowing) return;
      isFollowing = true;
      following = followOn();
    },
    async stall() {
      isFollowing = false;
      await following;
    },
  };
}

/** Waits until the service reads from the replica, or from the primary alone. */
export async function untilReplicaIs(state: 'used' | 'left', service: Client): Promise<void> {
  const line = `\ndatabase_replica_usable ${state === 'used' ? 1 : 0}\n`;
  const isSo = await eventually(async () => (await service.get('/metrics')).text.includes(line), true);
  if (!isSo) throw new Error(`The replica is not ${state}.`);
}
