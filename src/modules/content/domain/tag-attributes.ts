/**
 * A whole attribute: what looks like one in the value of another is passed over
 * with it. Quotes are letters of a name, as they are to browsers: who ends the
 * name at one takes the value of the attribute for something else. A run of blanks
 * is tried from its beginning alone, as texts that have not been made safe may have long ones.
 */
const ATTRIBUTE = /(?<!\s)\s+([^\s=<>/]+)(?:="([^"]*)")?/g;

/** An attribute of a tag of safe HTML. */
export interface TagAttribute {
  /** In lower case. */
  readonly name: string;
  /** Source of the value, with its character references; empty without a value. */
  readonly value: string;
  /** The whole of it, with the blank before it. */
  readonly written: string;
}

/**
 * The tag of a safe text with other attributes. Only this way may attributes of
 * such a text be changed: a pattern that looks for one by its name finds it in
 * the value of another, too, and what it writes there ends that value.
 *
 * @param tag or the list of attributes in it
 * @param change gives what stands for an attribute, with a blank before it; nothing leaves it out
 */
export function changeAttributes(tag: string, change: (attribute: TagAttribute) => string): string {
  return tag.replace(ATTRIBUTE, (written: string, name: string, value: string | undefined) =>
    change({ name: name.toLowerCase(), value: value ?? '', written }),
  );
}

/** @param names in lower case */
export function withoutAttributes(tag: string, ...names: readonly string[]): string {
  return changeAttributes(tag, ({ name, written }) => (names.includes(name) ? '' : written));
}

/** Values of attributes by their names. @param list of the attributes of a tag of a safe text */
export function attributeValues(list: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  changeAttributes(list, ({ name, value, written }) => {
    if (!values.has(name)) values.set(name, value);
    return written;
  });
  return values;
}
