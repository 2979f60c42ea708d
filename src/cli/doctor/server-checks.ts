import type { Environment } from '../../platform/config/environment.js';
import type { DataSources } from '../../platform/database/data-sources.js';
import { Fault } from './fault.js';

/** Instances agree on times to the second. */
const MAX_SKEW_S = 2;
/** Connections that stay free for the command line, backups and people. */
const SPARE_CONNECTIONS = 5;
const MAX_LAG_S = 10;

export async function describeDatabase({ dialect, writer }: DataSources): Promise<string> {
  if (dialect === 'sqlite') {
    const [row] = await writer.manager.query<{ version: string }[]>('SELECT sqlite_version() AS version');
    return `SQLite ${row?.version ?? ''}`;
  }
  const [row] = await writer.manager.query<{ version: string; collation: string; isReadOnly: number }[]>(
    'SELECT VERSION() AS version, @@collation_database AS collation, @@global.read_only AS isReadOnly',
  );
  if (row?.isReadOnly === 1)
    throw new Fault(`${row.version} takes no writes`, 'Let DATABASE_URL name the server that takes writes.');
  return `${row?.version ?? ''}, ${row?.collation ?? ''}`;
}

/** Due times go by the clock of the database, others by that of the instance. */
export async function checkClock({ dialect, writer }: DataSources): Promise<string> {
  if (dialect === 'sqlite') return 'that of this machine';
  const before = Date.now();
  const [row] = await writer.manager.query<{ ts: number }[]>('SELECT UNIX_TIMESTAMP(NOW(3)) AS ts');
  const here = (before + Date.now()) / 2000;
  const apart = Math.abs(Number(row?.ts) - here);
  if (apart > MAX_SKEW_S)
    throw new Fault(
      `that of the database is ${Math.round(apart)} s from that of this machine`,
      'Set both by NTP (timedatectl set-ntp true).',
    );
  return 'as that of the database';
}

export async function checkPool(
  { dialect, writer }: DataSources,
  { DATABASE_POOL, WEB_CONCURRENCY }: Environment,
): Promise<string> {
  if (dialect === 'sqlite') return 'SQLite needs none';
  const [row] = await writer.manager.query<{ most: number }[]>('SELECT @@global.max_connections AS most');
  const most = Number(row?.most);
  const wanted = DATABASE_POOL * WEB_CONCURRENCY;
  if (wanted > most - SPARE_CONNECTIONS)
    throw new Fault(
      `up to ${wanted} connections of this instance, of ${most} that the server allows`,
      `Set DATABASE_POOL to ${Math.max(1, Math.floor((most - SPARE_CONNECTIONS) / WEB_CONCURRENCY))} at most, divided by the number of instances, or raise max_connections.`,
    );
  return `up to ${wanted} connections of each instance, of ${most} that the server allows`;
}

/** Replication lag of the server. Not a fault: the service reads from the server that it writes to. */
export async function checkReplica({ dialect, writer }: DataSources): Promise<string> {
  if (dialect === 'sqlite') return 'there are none of SQLite';
  const statement = writer.options.type === 'mariadb' ? 'SHOW SLAVE STATUS' : 'SHOW REPLICA STATUS';
  const rows = await writer.manager.query<Record<string, unknown>[]>(statement).catch(() => null);
  if (!rows) return 'the lag is not known: this account may not ask (REPLICATION CLIENT, SLAVE MONITOR)';
  const [row] = rows;
  if (!row) return 'the server follows no other; the lag of those that follow it is not known here';
  const lag = row.Seconds_Behind_Master ?? row.Seconds_Behind_Source;
  if (typeof lag === 'number' && lag <= MAX_LAG_S)
    return `the server is ${lag} s behind the one that it follows`;
  throw new Fault(
    typeof lag === 'number'
      ? `the server is ${lag} s behind the one that it follows`
      : 'the server has ceased to follow another',
    `Let DATABASE_URL name the server that takes writes; ${statement} says what holds this one up.`,
  );
}
