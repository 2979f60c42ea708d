import type { DataSources } from '../data-sources.js';
import { poolOf } from '../mysql/pool-of.js';
import { readTarget } from '../../concurrency/reads/read-target.js';
import type { ReadConnection } from './replica.js';

/** A connection to the read target of the current request. @throws errors of the primary alone */
export function readConnection({ reader, replica }: DataSources): Promise<ReadConnection> {
  const primary = poolOf(reader);
  if (!replica) return primary.acquire();
  if (readTarget() === 'replica') return replica.acquire(primary);
  replica.counts.primary += 1;
  return primary.acquire();
}
