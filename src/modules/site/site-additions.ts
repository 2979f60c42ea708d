import type { Right } from './rights.js';

/** What an extension adds to the settings of the site: rights, roles, and settings under its name. */
export class SiteAdditions {
  constructor(
    readonly rights: readonly Right[] = [],
    readonly roles: Readonly<Record<string, readonly Right[]>> = {},
    /** JSON Schemas of objects, by their key in the file. */
    readonly settings: Readonly<Record<string, object>> = {},
  ) {}
}

export const NO_ADDITIONS = new SiteAdditions();
