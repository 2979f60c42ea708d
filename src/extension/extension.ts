import type { ClassProvider, FactoryProvider, ModuleMetadata, Type, ValueProvider } from '@nestjs/common';
import { satisfies, validRange } from 'semver';
import type { MigrationInterface } from 'typeorm';
import type { ArticleHooks } from '../modules/articles/article-hooks.js';
import type { OwnField } from '../modules/articles/domain/own-fields.js';
import type { RequestAuthenticator } from '../modules/auth/request-authenticator.js';
import type { Right } from '../modules/site/rights.js';
import type { SettingsDeclaration, SiteDeclarations } from '../modules/site/site-declarations.js';
import { siteDeclarations } from '../modules/site/site.module.js';
import { compileSettingsSchema } from '../modules/site/site-settings-source.js';
import type { MigrationClass } from '../platform/database/migrating/restartable.js';
import { faultsOfShape, type Shape } from './declaration-shape.js';
import type { CommandDeclaration } from './extension-command.js';
import { faultsOfFields } from './field.js';

/** Version of what extensions may use: the first number changes when an extension may have to. */
export const EXTENSION_API = '1.7.0';

/** A part of the service that an extension replaces: the port, and what stands in for the default. */
export type Binding = ClassProvider | FactoryProvider | ValueProvider;

/**
 * The settings of an extension: the class that its providers ask for, and the JSON Schema of its properties.
 * The properties of the class have initial values, so that it is known which there are.
 */
export interface ExtensionSettings {
  readonly type: Type<object>;
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/**
 * A team's additions to the service and replacements in it, without a fork. Made by {@link defineExtension}.
 */
export interface Extension {
  /**
   * Begins the names of its tables (`newsroom_…`), rights (`newsroom.…`) and
   * commands; the key of its settings.
   */
  readonly name: string;
  /** Versions of the extension API that it works with, as npm writes ranges: `^1.0.0`. */
  readonly compatibility: string;
  /** Modules of Nest, with their controllers, resolvers, providers and entities. */
  readonly modules?: readonly NonNullable<ModuleMetadata['imports']>[number][];
  /** Migrations; all run in the order of the times in their names, those of the service included. */
  readonly migrations?: readonly MigrationClass[];
  /** Parts of the service that it replaces, by {@link bind}. */
  readonly adapters?: readonly Binding[];
  /** Rights of its own, with what they allow. */
  readonly rights?: Readonly<Record<string, string>>;
  /** Roles of its own, or built-in ones with other rights. The site's settings come last. */
  readonly roles?: Readonly<Record<string, readonly Right[]>>;
  readonly settings?: ExtensionSettings;
  /** Fields of articles, each made by {@link field}. */
  readonly fields?: readonly OwnField[];
  /** Other ways than keys to tell who sends a request, in their order. */
  readonly authenticators?: readonly Type<RequestAuthenticator>[];
  /** Hooks that run with every change of an article. */
  readonly articles?: Type<ArticleHooks>;
  readonly commands?: readonly CommandDeclaration[];
}

/** An extension cannot be used as it is; the service does not start with it. */
export class ExtensionError extends Error {
  override readonly name = 'ExtensionError';

  constructor(extension: string, faults: readonly string[]) {
    super(`The extension "${extension}" has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** Declares an extension. @throws ExtensionError naming every fault */
export function defineExtension(extension: Extension): Extension {
  // A declaration of the wrong shape cannot be looked into.
  const ofShape = [...faultsOfShape(Object(extension) as object, PARTS)];
  const faults = ofShape.length > 0 ? ofShape : [...faultsOf(extension)];
  if (faults.length > 0)
    throw new ExtensionError((Object(extension) as Partial<Extension>).name ?? '', faults);
  return extension;
}

const PARTS = {
  name: 'text',
  compatibility: 'text',
  modules: 'list',
  migrations: 'list',
  adapters: 'list',
  rights: 'object',
  roles: 'object',
  settings: 'object',
  fields: 'list',
  authenticators: 'list',
  articles: 'class',
  commands: 'list',
} as const satisfies Record<keyof Extension, Shape>;

/** Puts a class in the place of a default. */
export function bind<T>(port: abstract new (...args: never[]) => T, adapter: Type<T>): Binding {
  return { provide: port, useClass: adapter };
}

/** The settings, rights and roles of all modules, and those of the extension. */
export function declarationsOf({ name, rights = {}, roles, settings }: Extension): SiteDeclarations {
  const ours = siteDeclarations();
  const own = Object.entries(rights).map(([right, allows]) => [right, { allows, roles: [] }] as const);
  return {
    settings: [...ours.settings, ...(settings ? [{ group: name, ...settings }] : [])],
    rights: { ...ours.rights, ...Object.fromEntries(own) },
    roles: { ...ours.roles, ...roles },
  };
}

/** Only properties with an initial value can be known; a setting that has to be given needs none. */
function* faultsOfSettings(group: string, settings: ExtensionSettings): Generator<string> {
  const { type, properties, required = [] } = settings;
  try {
    const ours = siteDeclarations().settings.map(({ formats }) => formats);
    const formats = Object.assign({}, ...ours) as NonNullable<SettingsDeclaration['formats']>;
    compileSettingsSchema({ settings: [{ group, ...settings, formats }], rights: {}, roles: {} }, false);
  } catch (error) {
    yield `settings: ${(error as Error).message}`;
  }
  const own = Object.keys(new type());
  for (const name of own)
    if (!Object.hasOwn(properties, name))
      yield `settings: ${type.name} has "${name}", which properties do not describe: nothing could set it`;
  if (own.length === 0) return;
  for (const name of Object.keys(properties))
    if (!own.includes(name) && !required.includes(name))
      yield `settings: properties describe "${name}", which ${type.name} does not have, or has without an initial value`;
}

/** TypeORM runs them in the order of the times that end their names. */
function* faultsOfMigrations(migrations: readonly MigrationClass[]): Generator<string> {
  const names = new Set<string>();
  for (const migration of migrations) {
    if (typeof migration !== 'function') {
      yield `migrations: ${String(migration)} is no class`;
      continue;
    }
    const { name, prototype } = migration as MigrationClass & { readonly prototype: MigrationInterface };
    if (!/\d{13}$/.test(name))
      yield `migrations: the name of "${name}" must end with its time in milliseconds, as AddNotes1797120000000 does`;
    for (const method of ['up', 'down'] as const)
      if (typeof prototype[method] !== 'function') yield `migrations: "${name}" has no method "${method}"`;
    if (names.has(name)) yield `migrations: "${name}" is declared twice`;
    names.add(name);
  }
}

function* faultsOf(extension: Extension): Generator<string> {
  const { name, compatibility, rights = {}, roles = {}, adapters = [], commands = [] } = extension;
  if (!/^[a-z][a-z0-9]{1,19}$/.test(name))
    yield 'name: must be 2 to 20 lower-case letters and digits, the first a letter';
  if (siteDeclarations().settings.some(({ group }) => group === name))
    yield `name: the service has settings called "${name}"`;
  if (validRange(compatibility) === null) yield `compatibility: "${compatibility}" is no range of versions`;
  else if (!satisfies(EXTENSION_API, compatibility))
    yield `compatibility: it is made for ${compatibility} of the extension API, this service has ${EXTENSION_API}`;
  for (const right of Object.keys(rights))
    if (!right.startsWith(`${name}.`)) yield `rights: "${right}" must begin with "${name}."`;
  const known = new Set(['*', ...Object.keys({ ...siteDeclarations().rights, ...rights })]);
  for (const [role, granted] of Object.entries(roles))
    for (const right of granted)
      if (!known.has(right)) yield `roles: ${role} has "${right}", which is no right`;
  if (roles.Administrator?.includes('*') === false) yield 'roles: Administrator must keep all rights ("*")';
  for (const { name: command } of commands)
    if (!/^[a-z][a-z0-9-]*$/.test(command))
      yield `commands: "${command}" must be lower-case letters, digits and "-"`;
  const commandNames = commands.map((command) => command.name);
  if (new Set(commandNames).size < commandNames.length) yield 'commands: two have one name';
  yield* faultsOfFields(name, extension.fields ?? []);
  yield* faultsOfMigrations(extension.migrations ?? []);
  if (extension.settings) yield* faultsOfSettings(name, extension.settings);
  const ports = adapters.map(({ provide }) => provide);
  if (new Set(ports).size < ports.length) yield 'adapters: a port is bound twice';
}
