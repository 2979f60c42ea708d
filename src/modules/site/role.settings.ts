import type { Right } from './rights.js';
import type { SettingsOf, SiteDeclarations } from './site-declarations.js';

/** The setting `authors.roles`. */
export class RoleSettings {
  /** Rights by role: the built-in roles, changed and added to by the site. */
  readonly roles!: Readonly<Record<string, readonly Right[]>>;
}

/** Its schema names the rights and roles that there are. */
export const roleSettings = ({ rights, roles }: SiteDeclarations): SettingsOf<RoleSettings> => ({
  group: 'authors',
  type: RoleSettings,
  properties: {
    roles: {
      type: 'object',
      // Nobody could give rights to anybody otherwise.
      patternProperties: { '^Administrator$': { enum: [['*']] } },
      additionalProperties: {
        type: 'array',
        items: { enum: ['*', ...Object.keys(rights)].sort() },
        uniqueItems: true,
      },
      default: {},
      description: `rights by role; built in: ${Object.keys(roles).join(', ')}`,
    },
  },
});
