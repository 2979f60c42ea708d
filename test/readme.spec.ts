import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

test('the table of modules in the README has all of them', () => {
  const linked = [...readFileSync('README.md', 'utf8').matchAll(/^\| \[([^\]]+)\]\(src\/modules\/\1\)/gm)];
  expect(linked.map(([, name]) => name).sort()).toEqual(readdirSync('src/modules').sort());
});
