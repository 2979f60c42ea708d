import { Parser, Tokenizer } from 'htmlparser2';

/** A tag or a comment, and where in the text it stands. */
export interface HtmlTag {
  readonly kind: 'open' | 'close' | 'comment';
  /** In lower case; of a comment the text in it. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The tags and comments of a text in their order, in time linear in its length. Nothing is implied. */
export function tagsOf(html: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  let open: { readonly name: string; readonly start: number } | null = null;
  const ended = (end: number): void => {
    if (open) tags.push({ kind: 'open', ...open, end: end + 1 });
    open = null;
  };
  const comment = (start: number, end: number, offset: number): void => {
    // Start of the tag, also of `<!--`, `<!` and `<?`.
    const from = html.lastIndexOf('<', start);
    tags.push({ kind: 'comment', name: html.slice(start, end - offset), start: from, end: end + 1 });
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => {
        open = { name: html.slice(start, end).toLowerCase(), start: start - 1 };
      },
      onopentagend: ended,
      onselfclosingtag: ended,
      onclosetag: (start, end) => {
        const close = html.indexOf('>', end);
        const name = html.slice(start, end).toLowerCase();
        tags.push({ kind: 'close', name, start: start - 2, end: close < 0 ? html.length : close + 1 });
      },
      oncomment: comment,
      oncdata: comment,
      ondeclaration: (start, end) => {
        comment(start, end, 0);
      },
      onprocessinginstruction: (start, end) => {
        comment(start, end, 0);
      },
      onattribdata: () => undefined,
      onattribentity: () => undefined,
      onattribend: () => undefined,
      onattribname: () => undefined,
      onend: () => undefined,
      ontext: () => undefined,
      ontextentity: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return tags.map((tag) => ({ ...tag, end: Math.min(tag.end, html.length) }));
}

/** The attributes of a tag, decoded; names in lower case. */
export function attributesOf(tag: string): Readonly<Record<string, string>> {
  let found: Readonly<Record<string, string>> = {};
  const parser = new Parser({
    onopentag: (_name, attributes) => {
      found = attributes;
    },
  });
  parser.write(tag);
  parser.end();
  return found;
}

/** A part of a text, and what is to stand there. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly html: string;
}

/** The text with its parts replaced; of parts that overlap the first counts. */
export function edited(html: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    if (edit.start < at) continue;
    parts.push(html.slice(at, edit.start), edit.html);
    at = edit.end;
  }
  return parts.join('') + html.slice(at);
}
