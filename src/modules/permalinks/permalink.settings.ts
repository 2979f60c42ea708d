import type { SettingsOf } from '../site/site-declarations.js';

/** The settings of paths, which stand under `articles`. */
export class PermalinkSettings {
  /** Pattern of post URLs over {basename} {id} {section} {year} {month} {day}. */
  readonly permalink!: string;
  /** Whether posts have AMP pages. */
  readonly ampEnabled!: boolean;
}

const TOKEN = /\{(\w+)\}/g;
const TOKENS = new Set(['basename', 'id', 'section', 'year', 'month', 'day']);

export const permalinkSettings: SettingsOf<PermalinkSettings> = {
  group: 'articles',
  type: PermalinkSettings,
  properties: {
    permalink: {
      type: 'string',
      format: 'permalink',
      default: '/{basename}',
      description: 'over {basename} {id} {section} {year} {month} {day}',
    },
    ampEnabled: { type: 'boolean', default: true },
  },
  formats: {
    permalink: {
      accepts: isPattern,
      message: `must begin with / and hold {basename} or {id}; there are ${[...TOKENS].map((token) => `{${token}}`).join(' ')}`,
    },
  },
};

function isPattern(value: string): boolean {
  const tokens = [...value.matchAll(TOKEN)].map(([, token]) => token ?? '');
  return (
    value.startsWith('/') &&
    tokens.every((token) => TOKENS.has(token)) &&
    tokens.some((token) => token === 'basename' || token === 'id') &&
    /^(\/[\w.~-]+)+$/.test(value.replaceAll(TOKEN, 'token'))
  );
}
