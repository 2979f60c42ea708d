/** Ids that the links of a text lead to. */
const ID = /^[\w-]{1,100}$/;

/**
 * The list of footnotes of a post, as WordPress makes it where the block `footnotes` stands.
 *
 * @param meta the custom field `footnotes`: JSON with the `id` and the `content` (HTML) of each
 * @returns null where there is none
 */
export function footnotesOf(meta: string | undefined): string | null {
  const notes = parsed(meta ?? '').flatMap((note) => {
    const { id, content } = Object(note) as Readonly<Record<string, unknown>>;
    return typeof id === 'string' && ID.test(id) && typeof content === 'string'
      ? [`<li id="${id}">${content} <a href="#${id}-link">↩</a></li>`]
      : [];
  });
  return notes.length > 0 ? `<ol>${notes.join('')}</ol>` : null;
}

function parsed(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
