import { expect, test } from '@jest/globals';
import { ReusableBlocksText } from './reusable-blocks.js';

const block = (ref: number, more = '') => `<!-- wp:block {"ref":${ref}${more}} /-->`;
const TEXTS: Readonly<Record<string, string>> = {
  1: '<p>One</p>',
  2: `<p>Two</p>${block(1)}`,
  3: `<p>Three</p>${block(3)}`,
  4: `<p>Four</p>${block(5)}`,
  5: `<p>Five</p>${block(4)}`,
  6: block(6) + block(7).repeat(100),
  7: block(8).repeat(100),
  8: `<p>${'long '.repeat(20_000)}</p>`,
};
const convert = (content: string) => {
  const blocks = new ReusableBlocksText((id) => TEXTS[id] ?? null);
  const html = blocks.expanded(content);
  return { html, reasons: blocks.notes.map(({ reason }) => reason) };
};

test.each([
  [`<p>a</p>${block(1)}<p>b</p>`, '<p>a</p><p>One</p><p>b</p>'],
  [block(2) + block(1), '<p>Two</p><p>One</p><p>One</p>'],
  // One that contains itself is shown once.
  [block(3), `<p>Three</p>${block(3)}`],
  [block(4), `<p>Four</p><p>Five</p>${block(4)}`],
  [block(9), block(9)],
  ['<!-- wp:block {"ref":"1"} /-->', '<!-- wp:block {"ref":"1"} /-->'],
  ['<!-- wp:block {"ref":1 /-->', '<!-- wp:block {"ref":1 /-->'],
  ['<!-- wp:block null /-->', '<!-- wp:block null /-->'],
  ['<p>wp:block {"ref":1} /</p>', '<p>wp:block {"ref":1} /</p>'],
])('%s becomes %s', (content, html) => {
  expect(convert(content)).toEqual({ html, reasons: [] });
});

test('What a post puts into a block is told', () => {
  const { html, reasons } = convert(block(1, ',"content":{"Title":{"content":"Other"}}'));
  expect([html, reasons]).toEqual(['<p>One</p>', ['block-overrides']]);
});

test('blocks that multiply are limited', () => {
  const { html } = convert(block(6));
  expect(html.length).toBeLessThan(8_100_000);
  expect(html).toContain(block(8));
});
