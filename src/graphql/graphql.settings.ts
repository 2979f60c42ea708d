import type { SettingsOf } from '../modules/site/site-declarations.js';

/** The settings `graphql`. */
export class GraphqlSettings {
  /** Whether readers without a key are answered. */
  readonly anonymous!: boolean;
  readonly introspection!: boolean;
}

export const graphqlSettings: SettingsOf<GraphqlSettings> = {
  group: 'graphql',
  type: GraphqlSettings,
  properties: {
    anonymous: { type: 'boolean', default: true, description: 'whether readers without a key are answered' },
    introspection: { type: 'boolean', default: true },
  },
};
