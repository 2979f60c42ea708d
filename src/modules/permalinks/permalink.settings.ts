import { isBelowAmp, isReserved } from './domain/path.js';
import type { SettingsOf } from '../site/site-declarations.js';

/** The settings of paths, which stand under `articles`. */
export class PermalinkSettings {
  /** Pattern of post URLs over {basename} {id} {section} {year} {month} {day}. */
  readonly permalink!: string;
  /** The same for AMP pages; null: they are below `/amp`. */
  readonly ampPermalink!: string | null;
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
    ampPermalink: {
      type: ['string', 'null'],
      format: 'permalink',
      default: null,
      description: 'the same for AMP pages; null for /amp and the path of the post',
    },
    ampEnabled: { type: 'boolean', default: true },
  },
  formats: {
    permalink: {
      accepts: isPattern,
      message: `must begin with / and hold {basename} or {id}; there are ${[...TOKENS].map((token) => `{${token}}`).join(' ')}`,
    },
  },
  faultsOf: ({ permalink, ampPermalink }) => [
    ...(isReserved(permalink) ? ['permalink: begins with a reserved segment'] : []),
    ...(ampPermalink === null ? [] : ampFaults(ampPermalink, permalink)),
  ],
};

function ampFaults(pattern: string, webPattern: string): string[] {
  return [
    ...(pattern === webPattern ? ['ampPermalink: must not be articles.permalink'] : []),
    ...(isReserved(pattern) && !isBelowAmp(pattern) ? ['ampPermalink: begins with a reserved segment'] : []),
    // Paths move with sections where those of web pages do.
    ...(pattern.includes('{section}') && !webPattern.includes('{section}')
      ? ['ampPermalink: may hold {section} where articles.permalink does']
      : []),
  ];
}

function isPattern(value: string): boolean {
  const tokens = [...value.matchAll(TOKEN)].map(([, token]) => token ?? '');
  return (
    value.startsWith('/') &&
    tokens.every((token) => TOKENS.has(token)) &&
    tokens.some((token) => token === 'basename' || token === 'id') &&
    /^(\/[\w.~-]+)+$/.test(value.replaceAll(TOKEN, 'token'))
  );
}
