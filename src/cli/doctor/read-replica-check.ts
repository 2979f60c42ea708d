import { setTimeout as delay } from 'node:timers/promises';
import type { DataSources } from '../../platform/database/data-sources.js';
import { COUNT_UP, READ_BEAT } from '../../platform/database/replica/replica-beat.entity.js';
import { TOLERANCE_MS } from '../../platform/database/replica/freshness.js';
import type { Replica } from '../../platform/database/replica/replica.js';
import { Fault } from './fault.js';

const POLL_INTERVAL_MS = 50;
const UNREACHABLE = 'Start the replica, and check DATABASE_READ_URL, and that its user may SELECT there.';
const LATE =
  'SHOW REPLICA STATUS on the replica says what holds it up; until it is well, the service reads from the primary.';

/** Writes a beat to the primary and waits for it on the replica of DATABASE_READ_URL. @throws Fault */
export async function checkReadReplica({ writer, replica }: DataSources): Promise<string> {
  if (!replica) return 'DATABASE_READ_URL names none';
  const [{ beat } = { beat: 0 }] = await writer.query<{ beat: number }[]>(READ_BEAT);
  await beatOf(replica);
  await writer.query(COUNT_UP, [beat, beat]);
  const began = performance.now();
  while (performance.now() - began < TOLERANCE_MS) {
    if ((await beatOf(replica)) > beat) return 'follows the primary';
    await delay(POLL_INTERVAL_MS);
  }
  throw new Fault(`does not have within ${TOLERANCE_MS / 1000} s what the primary has`, LATE);
}

async function beatOf(replica: Replica): Promise<number> {
  try {
    const [row] = await replica.rows<{ beat: number }>(READ_BEAT);
    return row?.beat ?? 0;
  } catch (error) {
    throw new Fault(`cannot be read: ${(error as { code?: string }).code ?? 'no code'}`, UNREACHABLE);
  }
}
