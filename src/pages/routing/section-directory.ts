import { Injectable } from '@nestjs/common';
import { HOME_ID, SectionStatus } from '../../modules/sections/domain/section.entity.js';
import type { SectionPlace } from '../../modules/sections/domain/sections.repository.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { PublicChanges } from '../../modules/articles/public-changes.js';
import { SingleFlightCache } from '../../platform/concurrency/single-flight-cache.js';

interface Places {
  readonly byPath: ReadonlyMap<string, SectionPlace>;
  /** Public ones but Home, in their order. */
  readonly open: readonly SectionPlace[];
}

/** Cached paths of sections, which every page needs and which seldom change. */
@Injectable()
export class SectionDirectory {
  /** Separate entries for reads from the primary and from a replica. */
  private readonly memory: SingleFlightCache<Places>;

  constructor(
    private readonly sections: SectionsService,
    changes: PublicChanges,
  ) {
    this.memory = new SingleFlightCache(changes, { ttlMs: 500, maxSize: 2 });
  }

  /** @param path as it is stored */
  async at(path: string): Promise<SectionPlace | null> {
    return (await this.places()).byPath.get(path) ?? null;
  }

  /** Public sections but Home, in their order. */
  async open(): Promise<readonly SectionPlace[]> {
    return (await this.places()).open;
  }

  private places(): Promise<Places> {
    return this.memory.get('all', async () => {
      const places = (await this.sections.places()).filter(({ id }) => id !== HOME_ID);
      return {
        byPath: new Map(places.map((place) => [place.fullUrl, place])),
        open: places.filter(({ status }) => status === SectionStatus.Public),
      };
    });
  }
}
