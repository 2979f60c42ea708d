import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Type } from '@nestjs/common';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { nearName } from '../../platform/config/near-name.js';
import type { SettingsDeclaration, SettingsFormat, SiteDeclarations } from './site-declarations.js';
import { allSettings, siteSettingsSchema } from './site-settings.schema.js';

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

/** Source of the settings of the site. Replaceable, for example by a vault or a database. */
export abstract class SiteSettingsSource {
  /** Name of the source in error messages. */
  abstract readonly name: string;
  /** The settings as JSON has them; they are checked, and completed, by the service. */
  abstract load(): unknown;
}

const DEFAULT_FILE = './site.json';

/**
 * A JSON file: the one that `SITE_SETTINGS` names, else `./site.json` when it is there, else all defaults.
 */
export class FileSiteSettingsSource extends SiteSettingsSource {
  readonly name: string;

  constructor(private readonly file: string | undefined) {
    super();
    this.name = file === undefined ? DEFAULT_FILE : `${file} (SITE_SETTINGS)`;
  }

  load(): unknown {
    if (this.file === undefined && !existsSync(DEFAULT_FILE)) return {};
    try {
      return JSON.parse(readFileSync(this.file ?? DEFAULT_FILE, 'utf8'));
    } catch (error) {
      throw new SiteSettingsError(this.name, [faultOf(error as NodeJS.ErrnoException)]);
    }
  }
}

function faultOf({ name, code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return name === 'SyntaxError' ? `it is no JSON: ${message}` : message;
}

/** The settings of the site, complete, by the class that is injected. */
export class LoadedSettings {
  constructor(private readonly byType: ReadonlyMap<Type<object>, object>) {}

  of<T extends object>(type: Type<T>): T {
    const settings = this.byType.get(type);
    if (!settings) throw new Error(`The settings ${type.name} are declared by no module.`);
    return settings as T;
  }
}

/** Checks settings, and fills in the defaults. */
type SettingsCheck = ValidateFunction<Record<string, Record<string, unknown>>>;

let isCheckKept = false;
let lastCheck: { readonly declared: readonly object[]; readonly check: SettingsCheck } | undefined;

/** Keeps the last check, for a process that starts the service again and again: most have the same one. */
export function keepSettingsCheck(): void {
  isCheckKept = true;
}

/**
 * The check of settings.
 *
 * @param isTrusted whether the schema itself is left unchecked, which takes
 *   longer than all else: a test checks ours
 * @throws Error saying what is wrong with the schema
 */
export function compileSettingsSchema(declarations: SiteDeclarations, isTrusted = true): SettingsCheck {
  // It is used once, so to shorten its code takes longer than it saves.
  const unchecked = { meta: false, validateSchema: false, code: { optimize: false } } as const;
  const ajv = new Ajv({
    ...(isTrusted && unchecked),
    allErrors: true,
    useDefaults: true,
    allowUnionTypes: true,
  });
  formats.default(ajv);
  for (const [name, { accepts }] of Object.entries(formatsOf(declarations))) ajv.addFormat(name, accepts);
  return ajv.compile<Record<string, Record<string, unknown>>>(siteSettingsSchema(declarations));
}

function settingsCheckOf(declarations: SiteDeclarations): SettingsCheck {
  const declared = [siteSettingsSchema(declarations), formatsOf(declarations)];
  if (lastCheck && isDeepStrictEqual(lastCheck.declared, declared)) return lastCheck.check;
  const check = compileSettingsSchema(declarations);
  if (isCheckKept) lastCheck = { declared, check };
  return check;
}

/** Checks settings and fills in the defaults. @throws SiteSettingsError naming every fault */
export function parseSiteSettings(
  given: unknown,
  source: string,
  declarations: SiteDeclarations,
): LoadedSettings {
  const groups = withoutShorthands(structuredClone(given), declarations);
  const validate = settingsCheckOf(declarations);
  if (!validate(groups)) {
    const own = formatsOf(declarations);
    throw new SiteSettingsError(
      source,
      (validate.errors ?? []).map((error) => describe(error, own, declarations)),
    );
  }
  Object.assign(groups.authors ?? {}, { roles: { ...declarations.roles, ...(groups.authors?.roles ?? {}) } });
  const faults: string[] = [];
  const loaded = allSettings(declarations).map((declared) => {
    const settings = settingsOf(declared, groups[declared.group] ?? {});
    faults.push(...(declared.faultsOf?.(settings) ?? []).map((fault) => `${declared.group}.${fault}`));
    return [declared.type, settings] as const;
  });
  if (faults.length > 0) throw new SiteSettingsError(source, faults);
  return new LoadedSettings(new Map(loaded));
}

/** Replaces each shorthand `true` or `false` by its object. */
function withoutShorthands(groups: unknown, declarations: SiteDeclarations): unknown {
  if (typeof groups !== 'object' || groups === null) return groups;
  const expanded = allSettings(declarations).flatMap(({ group, shorthand }) => {
    const value = (groups as Readonly<Record<string, unknown>>)[group];
    return shorthand !== undefined && typeof value === 'boolean' ? [[group, { [shorthand]: value }]] : [];
  });
  return Object.assign(groups, Object.fromEntries(expanded));
}

/** The part of a group that is of one class. */
function settingsOf(
  { type, properties }: SettingsDeclaration,
  group: Readonly<Record<string, unknown>>,
): object {
  const own = Object.entries(group).filter(([name]) => Object.hasOwn(properties, name));
  return Object.assign(new type(), Object.fromEntries(own));
}

const formatsOf = ({ settings }: SiteDeclarations): Readonly<Record<string, SettingsFormat>> =>
  Object.fromEntries(settings.flatMap((declared) => Object.entries(declared.formats ?? {})));

/** `site`, `site.name` */
const namesOf = (declarations: SiteDeclarations): Set<string> =>
  new Set(
    allSettings(declarations).flatMap(({ group, properties }) => [
      group,
      ...Object.keys(properties).map((name) => `${group}.${name}`),
    ]),
  );

function describe(
  { instancePath, keyword, message, params }: ErrorObject,
  own: Readonly<Record<string, SettingsFormat>>,
  declarations: SiteDeclarations,
): string {
  const path = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') {
    const { additionalProperty } = params as { additionalProperty: string };
    const name = path ? `${path}.${additionalProperty}` : additionalProperty;
    const names = namesOf(declarations);
    const meant = nearName(name, names) ?? [...names].find((known) => known === `site.${name}`) ?? null;
    const fault = `${name}: there is no such setting`;
    if (meant !== null) return `${fault}; did you mean ${meant}?`;
    return path ? fault : `${fault}; if it is an extension's, name its file in EXTENSION`;
  }
  const { allowedValues, format = '' } = params as { allowedValues?: unknown[]; format?: string };
  const sentence = own[format]?.message ?? message ?? 'is wrong';
  return `${path || 'settings'}: ${sentence}${allowedValues ? ` (${allowedValues.join(', ')})` : ''}`;
}
