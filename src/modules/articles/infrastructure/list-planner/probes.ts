import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/database.js';
import { identityOf, type Sql } from '../../../../platform/database/sql.js';

/** The probe `n` of a statement: the time of the last entry that it looked at, null when there are fewer. */
export interface Probe {
  readonly n: number;
  readonly reaches: number | null;
}

/** Sets of articles hardly change their size meanwhile. */
const TTL_MS = 10_000;
const MAX_CHARACTERS = 4_000_000;
const CHARACTERS_OF_PROBE = 50;

/**
 * Probes of sets of articles, kept for some seconds: they decide how a page is found, never what is on it.
 */
export class Probes {
  private readonly known = new LRUCache<string, readonly Probe[]>({
    ttl: TTL_MS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (probes, statement) => statement.length + probes.length * CHARACTERS_OF_PROBE,
  });

  constructor(private readonly database: Pick<Database, 'select'>) {}

  async run(statement: Sql): Promise<readonly Probe[]> {
    const name = identityOf(statement);
    const known = this.known.get(name);
    if (known) return known;
    const probes = await this.database.select<Probe>(statement);
    this.known.set(name, probes);
    return probes;
  }
}
