/** A warning about what readers are not shown of a text: those that differ in an address alone are one. */
export const kindOfWarning = (warning: string): string =>
  warning.replace(/"[^"]*"/g, '"…"').replace(/(iframe of [^\s/]+)\S*/, '$1');
