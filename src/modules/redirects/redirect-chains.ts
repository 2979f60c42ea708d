import { Injectable } from '@nestjs/common';
import { PermalinksService } from '../permalinks/permalinks.service.js';
import type { Redirect } from './domain/redirect.entity.js';
import { RedirectsRepository } from './domain/redirects.repository.js';

/** Redirects that lead from one to the next. */
const MAX_CHAIN = 10;

/** The way that a redirect leads. */
export type Lead = Pick<Redirect, 'fromPath' | 'target'>;

/** Follows redirects from one to the next: each comes to an end. */
@Injectable()
export class RedirectChains {
  constructor(
    private readonly redirects: RedirectsRepository,
    private readonly permalinks: PermalinksService,
  ) {}

  /**
   * Messages about redirects that may not be added, one after the other, to those that are there: they lead
   * from the target to the path again, or there are too many of them. Null for the others. Part of a unit of
   * work.
   */
  async faultsOf(leads: readonly Lead[]): Promise<(string | null)[]> {
    const known = await this.followingOf(leads);
    return leads.map((lead) => {
      const fault = this.faultOf(lead, known);
      if (fault === null) known.set(lead.fromPath, this.nextOf(lead));
      return fault;
    });
  }

  /** The next paths of what is there behind the targets, by path. */
  private async followingOf(leads: readonly Lead[]): Promise<Map<string, string | null>> {
    const known = new Map<string, string | null>();
    let wanted = this.targetsOf(leads);
    for (let hops = 0; wanted.length > 0 && hops < MAX_CHAIN; hops++) {
      const found = await this.redirects.findForUpdate(wanted);
      for (const one of found) known.set(one.fromPath, this.nextOf(one));
      wanted = this.targetsOf(found).filter((path) => !known.has(path));
    }
    return known;
  }

  private faultOf(lead: Lead, known: ReadonlyMap<string, string | null>): string | null {
    let next = this.nextOf(lead);
    for (let hops = 0; next !== null && hops < MAX_CHAIN; hops++) {
      if (next === lead.fromPath) return `leads to ${lead.fromPath} again`;
      next = known.get(next) ?? null;
    }
    return next === null ? null : `leads through more than ${MAX_CHAIN} redirects`;
  }

  private targetsOf(leads: readonly Lead[]): string[] {
    return [...new Set(leads.flatMap((lead) => this.nextOf(lead) ?? []))];
  }

  /** Null outside of the site. */
  private nextOf({ target }: Lead): string | null {
    return this.permalinks.pathIn(target);
  }
}
