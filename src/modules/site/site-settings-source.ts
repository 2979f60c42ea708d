import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { compileCustomSchema } from './custom-schema.js';
import { DEFAULT_ROLES } from './rights.js';
import { NO_ADDITIONS, type SiteAdditions } from './site-additions.js';
import { siteSettingsSchema } from './site-settings.schema.js';
import type { SiteSettings } from './site-settings.js';

/** The site settings hold faults; the service does not start with them. */
export class SiteSettingsError extends Error {
  constructor(
    source: string,
    readonly faults: readonly string[],
  ) {
    super(`${source} has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SiteSettingsError';
  }
}

/** Where the settings of the site come from. Replaceable: a site may keep them in a vault or a database. */
export abstract class SiteSettingsSource {
  /** What a message about faults calls it. */
  abstract readonly name: string;
  /** The settings as JSON has them; they are checked, and completed, by the service. */
  abstract load(): unknown;
}

const DEFAULT_FILE = './site.json';

/** A JSON file: the one that `SITE_SETTINGS` names, else `./site.json` when it is there, else all defaults. */
export class FileSiteSettingsSource extends SiteSettingsSource {
  readonly name: string;

  constructor(private readonly file: string | undefined) {
    super();
    this.name = file ?? DEFAULT_FILE;
  }

  load(): unknown {
    if (this.file === undefined && !existsSync(DEFAULT_FILE)) return {};
    try {
      return JSON.parse(readFileSync(this.name, 'utf8'));
    } catch (error) {
      throw new SiteSettingsError(this.name, [(error as Error).message]);
    }
  }
}

/**
 * The check of settings, which fills in the defaults.
 *
 * @param isTrusted whether the schema itself is left unchecked, which takes longer than all else: a test checks ours
 * @throws Error saying what is wrong with the schema
 */
export function compileSettingsSchema(
  additions: SiteAdditions,
  isTrusted = true,
): ValidateFunction<SiteSettings & Record<string, object>> {
  // It is used once, so to shorten its code takes longer than it saves.
  const unchecked = { meta: false, validateSchema: false, code: { optimize: false } } as const;
  const ajv = new Ajv({
    ...(isTrusted && unchecked),
    allErrors: true,
    useDefaults: true,
    allowUnionTypes: true,
  });
  formats.default(ajv);
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
  return ajv.compile(siteSettingsSchema(additions));
}

/** Checks settings and fills in the defaults. @throws SiteSettingsError naming every fault */
export function parseSiteSettings(given: unknown, source: string, additions = NO_ADDITIONS): SiteSettings {
  const settings = structuredClone(given);
  const validate = compileSettingsSchema(additions);
  const isValid = validate(settings);
  const faults = isValid ? schemaFaults(settings) : (validate.errors ?? []).map(describe);
  if (!isValid || faults.length > 0) throw new SiteSettingsError(source, faults);
  const roles = { ...DEFAULT_ROLES, ...additions.roles, ...settings.authors.roles };
  const added = Object.keys(additions.settings).map((name) => [name, settings[name] ?? {}] as const);
  return Object.assign(settings, {
    authors: { ...settings.authors, roles },
    additions: Object.fromEntries(added),
  });
}

function schemaFaults({ authors }: SiteSettings): string[] {
  if (authors.specificDataSchema === null) return [];
  try {
    compileCustomSchema(authors.specificDataSchema);
    return [];
  } catch (error) {
    return [`authors.specificDataSchema: ${(error as Error).message}`];
  }
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') {
    const { additionalProperty } = params as { additionalProperty: string };
    return `${path ? `${path}.` : ''}${additionalProperty}: there is no such setting`;
  }
  if (keyword === 'format' && (params as { format: string }).format === 'permalink') {
    return `${path}: must begin with / and hold {basename} or {id}; there are ${[...TOKENS].map((token) => `{${token}}`).join(' ')}`;
  }
  const allowed = (params as { allowedValues?: unknown[] }).allowedValues;
  return `${path || 'settings'}: ${message ?? 'is wrong'}${allowed ? ` (${allowed.join(', ')})` : ''}`;
}

const TOKEN = /\{(\w+)\}/g;
const TOKENS = new Set(['basename', 'id', 'section', 'year', 'month', 'day']);

const FORMATS = {
  'time-zone': (value: string) => works(() => new Intl.DateTimeFormat('en', { timeZone: value })),
  locale: (value: string) => works(() => new Intl.Locale(value)),
  permalink: (value: string) => {
    const tokens = [...value.matchAll(TOKEN)].map(([, token]) => token ?? '');
    return (
      value.startsWith('/') &&
      tokens.every((token) => TOKENS.has(token)) &&
      tokens.some((token) => token === 'basename' || token === 'id') &&
      /^(\/[\w.~-]+)+$/.test(value.replaceAll(TOKEN, 'token'))
    );
  },
};

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
