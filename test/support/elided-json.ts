const ELLIPSIS = '…';
/** Seconds since 1970: what documentation shows is another time than that of a test. */
const FIRST_TIME = 1_600_000_000;

/**
 * JSON as documentation shortens it: `…` stands for further fields of an object, for elements of an array,
 * and inside of a text for any characters.
 *
 * @throws SyntaxError where it is no JSON besides
 */
export function parseElided(text: string): unknown {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|…|[{}[\],:]|[^\s{}[\],:"…]+/g) ?? [];
  const open: string[] = [];
  let json = '';
  tokens.forEach((token, index) => {
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    if (token !== ELLIPSIS) {
      json += token;
      return;
    }
    json += open.at(-1) === '{' ? `"${ELLIPSIS}":true` : `"${ELLIPSIS}"`;
    if (!/^[}\],]$/.test(tokens[index + 1] ?? '}')) json += ',';
  });
  return JSON.parse(json);
}

/** @returns where an answer differs from JSON of {@link parseElided}, as paths with both values */
export function differences(shown: unknown, actual: unknown, path = '$'): string[] {
  const differs = [`${path}: ${JSON.stringify(shown)} is shown, ${JSON.stringify(actual)} is answered`];
  if (typeof shown === 'string' && typeof actual === 'string') return isLike(shown, actual) ? [] : differs;
  if (typeof shown === 'number' && typeof actual === 'number')
    return shown === actual || (shown > FIRST_TIME && actual > FIRST_TIME) ? [] : differs;
  if (Array.isArray(shown)) return Array.isArray(actual) ? elements(shown, actual, path, differs) : differs;
  if (!isObject(shown)) return shown === actual ? [] : differs;
  if (!isObject(actual)) return differs;
  const names = Object.keys(shown).filter((name) => name !== ELLIPSIS);
  const unknown = ELLIPSIS in shown ? [] : Object.keys(actual).filter((name) => !names.includes(name));
  return [
    ...unknown.map((name) => `${path}.${name} is answered, and not shown`),
    ...names.flatMap((name) => differences(shown[name], actual[name], `${path}.${name}`)),
  ];
}

function elements(shown: unknown[], actual: unknown[], path: string, differs: string[]): string[] {
  if (!shown.includes(ELLIPSIS)) {
    if (shown.length !== actual.length) return differs;
    return shown.flatMap((element, index) => differences(element, actual[index], `${path}[${index}]`));
  }
  const left = [...actual];
  return shown
    .filter((element) => element !== ELLIPSIS)
    .flatMap((element) => {
      const found = left.findIndex((one) => differences(element, one).length === 0);
      if (found < 0) return [`${path}: ${JSON.stringify(element)} is shown, and not answered in its place`];
      left.splice(0, found + 1);
      return [];
    });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isLike(shown: string, actual: string): boolean {
  const pattern = shown
    .split(ELLIPSIS)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('.*');
  return new RegExp(`^${pattern}$`, 's').test(actual);
}
