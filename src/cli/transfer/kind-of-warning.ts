/** A warning about what readers are not shown; those that differ in an address or a number are one. */
export const kindOfWarning = (warning: string): string =>
  warning
    .replace(/"[^"]*"/g, '"…"')
    .replace(/(iframe of [^\s/]+)\S*/, '$1')
    .replace(/\b(image|document) \d+/g, '$1 …')
    .replace(/\[(\S+ )?\d+/g, '[$1…');
