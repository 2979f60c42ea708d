import type { Page } from '../../../kernel/page.js';
import type { Redirect } from './redirect.entity.js';

/** Stores redirects that editors have made, by the paths that they lead from. */
export abstract class RedirectsRepository {
  /** @throws NotFoundError */
  abstract getById(id: number): Promise<Redirect>;
  /** Newest first. */
  abstract list(page: Page): Promise<Redirect[]>;
  /** null when nothing leads elsewhere from the path. */
  abstract find(path: string): Promise<Redirect | null>;
  /** Redirects from some paths, for a change: waits for others who are making them. */
  abstract findForUpdate(paths: readonly string[]): Promise<Pick<Redirect, 'fromPath' | 'target'>[]>;
  /** @throws TakenError when the path has one */
  abstract add(redirect: Redirect): Promise<void>;
  abstract remove(redirect: Redirect): Promise<void>;
}
