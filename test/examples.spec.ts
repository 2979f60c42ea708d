import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const SCRIPT = new URL('../scripts/snippets.mjs', import.meta.url).href;
const { uncut, withSnippets } = (await import(SCRIPT)) as {
  uncut(document: string): string[];
  withSnippets(document: string): { readonly text: string; readonly stale: readonly string[] };
};
const document = readFileSync('docs/extending.md', 'utf8');

test.each(['docs/extending.md', 'docs/graphql.md', 'docs/integration.md'])(
  'all code of %s is cut out of the examples',
  (name) => {
    const text = readFileSync(name, 'utf8');
    expect(withSnippets(text).stale).toEqual([]);
    expect(uncut(text)).toEqual([]);
  },
);

test('code that differs from its file is found and replaced', () => {
  const changed = document.replace('extends PermalinkStrategy', 'extends Nothing');
  const { text, stale } = withSnippets(changed);
  expect(stale).toEqual(['examples/newsroom/src/articles/short-permalinks.ts']);
  expect(text).toBe(document);
  expect(uncut('```ts\nconst own = 1;\n```\n')).toEqual(['const own = 1;']);
});
