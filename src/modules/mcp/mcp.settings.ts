import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `mcp`. */
export class McpSettings {
  /** Whether agents with a key are served at /mcp. */
  readonly enabled!: boolean;
}

export const mcpSettings: SettingsOf<McpSettings> = {
  group: 'mcp',
  type: McpSettings,
  properties: {
    enabled: { type: 'boolean', default: true, description: 'whether agents with a key are served at /mcp' },
  },
};
