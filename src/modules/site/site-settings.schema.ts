import { roleSettings } from './role.settings.js';
import type { SettingsDeclaration, SiteDeclarations } from './site-declarations.js';

/** The settings of the modules, and that of the roles, which depends on the rights of all of them. */
export const allSettings = (declarations: SiteDeclarations): readonly SettingsDeclaration[] => [
  ...declarations.settings,
  roleSettings(declarations),
];

/**
 * JSON Schema of the site settings file, with the default of every setting; by
 * name, whichever module is first.
 */
export function siteSettingsSchema(declarations: SiteDeclarations) {
  const groups = Map.groupBy(allSettings(declarations), ({ group }) => group);
  const properties = [...groups].map(([name, parts]) => [name, groupSchema(parts)] as const);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Site settings',
    type: 'object',
    additionalProperties: false,
    properties: sorted([['$schema', { type: 'string' }], ...properties]),
  };
}

function groupSchema(parts: readonly SettingsDeclaration[]): object {
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    type: parts.some(({ shorthand }) => shorthand) ? ['boolean', 'object'] : 'object',
    additionalProperties: false,
    properties: sorted(parts.flatMap((part) => Object.entries(part.properties))),
    // A group with settings that a site must make has no default.
    ...(required.length > 0 ? { required } : { default: {} }),
  };
}

function sorted(properties: readonly (readonly [name: string, schema: object])[]): Record<string, object> {
  return Object.fromEntries([...properties].sort(([one], [other]) => (one < other ? -1 : 1)));
}
