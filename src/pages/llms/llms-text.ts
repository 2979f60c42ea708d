/** A line of a list: a link, and what is behind it. */
export interface LlmsLink {
  readonly title: string;
  readonly url: string;
  readonly notes?: string | null;
}

export interface LlmsList {
  readonly title: string;
  readonly links: readonly LlmsLink[];
}

/** Content of `llms.txt`. */
export interface LlmsModel {
  readonly name: string;
  readonly description: string;
  readonly lists: readonly LlmsList[];
}

const MAX_TEXT_LENGTH = 300;
/** Characters by which a text would become markup (CommonMark). */
const MARKUP = /[\\`*_[\]<]/g;

/** The file of llmstxt.org: a heading, a quotation, lists of links; lists without any are left out. */
export function llmsText({ name, description, lists }: LlmsModel): string {
  const blocks = [
    `# ${plain(name)}`,
    ...(description.trim() === '' ? [] : [`> ${plain(description)}`]),
    ...lists.filter(({ links }) => links.length > 0).map(listOf),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const listOf = ({ title, links }: LlmsList): string => [`## ${title}`, '', ...links.map(lineOf)].join('\n');

function lineOf({ title, url, notes = null }: LlmsLink): string {
  const link = `- [${plain(title)}](${closed(url)})`;
  const text = notes === null ? '' : plain(notes);
  return text === '' ? link : `${link}: ${text}`;
}

/** One line of text, cut behind a word. */
function plain(text: string): string {
  const line = text
    .slice(0, 2 * MAX_TEXT_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  const short =
    line.length <= MAX_TEXT_LENGTH ? line : `${line.slice(0, MAX_TEXT_LENGTH).replace(/ \S*$/, '')}…`;
  return short.toWellFormed().replace(MARKUP, '\\$&');
}

/** Brackets, which URLs may have, would end the link. */
const closed = (url: string): string => url.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
