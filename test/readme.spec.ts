import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

test('the table of modules in the README has all of them', () => {
  const linked = [...readFileSync('README.md', 'utf8').matchAll(/^\| \[([^\]]+)\]\(src\/modules\/\1\)/gm)];
  expect(linked.map(([, name]) => name).sort()).toEqual(readdirSync('src/modules').sort());
});

test('the table of settings in docs/operations.md has all of them', () => {
  const document = readFileSync('docs/operations.md', 'utf8');
  const [, chapter = ''] = /\n## Settings of the site\n(.*?)\n## /s.exec(document) ?? [];
  const shown = [...chapter.matchAll(/^\| `([\w.]+|\w+\.\*)` /gm)].map(([, name]) => name);
  const { properties } = JSON.parse(readFileSync('contract/site.schema.json', 'utf8')) as Schema;
  const names = namesIn(properties).filter((name) => name !== '$schema');
  const groups = shown.flatMap((name) => (name?.endsWith('*') ? [name.slice(0, -1)] : []));
  const expected = names.map((name) => {
    const group = groups.find((prefix) => name.startsWith(prefix));
    return group === undefined ? name : `${group}*`;
  });
  expect(shown.toSorted()).toEqual([...new Set(expected)].sort());
});

test('every test that SECURITY.md names is there', () => {
  const rows = readFileSync('SECURITY.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const cells = rows.map((row) => row.split('|').at(-2) ?? '');
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const tests = globSync('{src,test}/**/*.spec.ts').map((file) => basename(file, '.spec.ts'));
  expect(named.length).toBeGreaterThan(rows.length);
  expect(named.filter((name) => !tests.includes(name) && !existsSync(name))).toEqual([]);
});

/** Paths of all settings: objects with properties of their own are groups of them. */
function namesIn(properties: Schema['properties'] = {}): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties ? namesIn(schema.properties).map((rest) => `${name}.${rest}`) : [name],
  );
}
