import { attributesOf, type Edit, edited, tagsOf } from '../html/html-tags.js';

/** Buttons and times beside a player, which Ghost's scripts bring to life. */
const PARTS = new Set(['kg-video-overlay', 'kg-video-player-container', 'kg-audio-player']);
const PLAYERS = new Set(['audio', 'video']);

/** The text of a post whose videos and sounds have the controls of browsers in place of Ghost's. */
export function withPlayers(html: string): string {
  if (!/kg-(?:video|audio)-/.test(html)) return html;
  const edits: Edit[] = [];
  /** Starts of the open elements `div` that are parts; null for the others. */
  const divs: (number | null)[] = [];
  for (const { kind, name, start, end } of tagsOf(html)) {
    const source = html.slice(start, end);
    if (kind === 'open' && PLAYERS.has(name) && !('controls' in attributesOf(source)))
      edits.push({ start, end, html: source.replace(/^<\w+/, '$& controls') });
    if (name !== 'div') continue;
    if (kind === 'open') divs.push(isPart(source) ? start : null);
    const from = kind === 'close' ? divs.pop() : undefined;
    if (typeof from === 'number') edits.push({ start: from, end, html: '' });
  }
  return edited(html, edits);
}

const isPart = (tag: string): boolean =>
  tag.includes('kg-') && (attributesOf(tag).class ?? '').split(/\s+/).some((name) => PARTS.has(name));
