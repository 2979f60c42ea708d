import type { JWK } from 'jose';

/** Settings of the site, under `newsroom` in site.json. */
export class NewsroomSettings {
  /** Where the app is told of posts; null tells nobody. */
  readonly pushUrl: string | null = null;
  readonly loginIssuer: string = '';
  /** Public keys by which tokens of the staff are known. */
  readonly loginKeys: readonly JWK[] = [];
}
