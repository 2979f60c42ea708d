import { attributesOf, type Edit, edited, type HtmlTag, tagsOf } from '../html/html-tags.js';

/** Buttons and times beside a player, which Ghost's scripts bring to life. */
const PARTS = new Set(['kg-video-overlay', 'kg-video-player-container', 'kg-audio-player']);
const PLAYERS = new Set(['audio', 'video']);

/** The text of a post whose videos and sounds have the controls of browsers in place of Ghost's. */
export function withPlayers(html: string): string {
  if (!/kg-(?:video|audio)-/.test(html)) return html;
  const tags = tagsOf(html);
  const edits = tags.flatMap((tag, index): Edit[] => {
    if (tag.kind !== 'open') return [];
    const source = html.slice(tag.start, tag.end);
    if (PLAYERS.has(tag.name))
      return 'controls' in attributesOf(source)
        ? []
        : [{ start: tag.start, end: tag.end, html: source.replace(/^<\w+/, '$& controls') }];
    if (tag.name !== 'div') return [];
    const classes = attributesOf(source).class ?? '';
    const end = classes.split(/\s+/).some((name) => PARTS.has(name)) ? endOf(tags, index) : null;
    return end === null ? [] : [{ start: tag.start, end, html: '' }];
  });
  return edited(html, edits);
}

/** The end of the element that a tag opens; null where it has none. */
function endOf(tags: readonly HtmlTag[], index: number): number | null {
  const { name } = tags[index] ?? {};
  let depth = 0;
  for (const tag of tags.slice(index)) {
    if (tag.name !== name) continue;
    depth += tag.kind === 'open' ? 1 : -1;
    if (depth === 0) return tag.end;
  }
  return null;
}
