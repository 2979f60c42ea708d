import { expect, test } from '@jest/globals';
import { boundHtml } from './bounded-html.js';
import { formulaHtml, inPlainText, withFormulas } from './formulas.js';

const i = (name: string) => `<mi>${name}</mi>`;
const n = (number: number) => `<mn>${number}</mn>`;
const o = (operator: string) => `<mo>${operator}</mo>`;

test.each([
  [
    'powers, without what repeats them',
    `<semantics><mrow>${i('E')}${o('=')}${i('m')}<msup>${i('c')}${n(2)}</msup></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics>`,
    'E=mc<sup>2</sup>',
  ],
  ['indices', `<msubsup>${i('x')}${i('i')}${n(2)}</msubsup>`, 'x<sub>i</sub><sup>2</sup>'],
  ['fractions', `<mfrac><mrow>${i('a')}${o('+')}${i('b')}</mrow><msqrt>${n(2)}</msqrt></mfrac>`, '(a+b)/√2'],
  [
    'limits',
    `<munderover>${o('&sum;')}<mrow>${i('k')}${o('=')}${n(1)}</mrow>${i('n')}</munderover>${i('k')}`,
    '&sum;<sub>k=1</sub><sup>n</sup>k',
  ],
  [
    'matrices',
    `<mtable><mtr><mtd>${n(1)}</mtd><mtd>${n(0)}</mtd></mtr><mtr><mtd>${n(0)}</mtd><mtd>${n(1)}</mtd></mtr></mtable>`,
    '1, 0; 0, 1',
  ],
  ['a prefix', '<mml:msup><mml:mrow/><mml:mn>14</mml:mn></mml:msup><mml:mi>C</mml:mi>', '<sup>14</sup>C'],
  ['what is not closed', `<msup>${i('x')}<mrow>${n(2)}`, 'x<sup>2</sup>'],
  ['other elements', '<mtext><img src=x onerror=alert(1)>a</mtext><style>b</style></msup>', 'a'],
])('a formula with %s', (_name, source, expected) => {
  expect(formulaHtml(source)).toBe(expected);
});

test('a formula of a page is text in its place', () => {
  const formula = `<math alttext="a"><msup>${i('a')}${n(2)}</msup></math>`;
  expect(boundHtml(`<p>so ${formula} is</p>`)).toContain('<p>so a<sup>2</sup> is</p>');
  expect(boundHtml('<p><math alttext="a<b"></math></p>')).toContain('<p>a&lt;b</p>');
  expect(boundHtml('<p><script type="math/tex">a<b</script></p>')).toContain('<p>\\(a&lt;b\\)</p>');
  expect(boundHtml('<p><math><mi>a</mi></p><p>b</p>')).toContain('<p>b</p>');
});

test('powers and indices in plain text', () => {
  expect(inPlainText('-12', 'sup')).toBe('⁻¹²');
  expect(inPlainText('2', 'sub')).toBe('₂');
  expect(inPlainText('th', 'sup')).toBe('th');
  expect(inPlainText('2', 'b')).toBe('2');
});

test.each([
  ['elements in one another', '<mfrac>'.repeat(300_000)],
  ['closed elements', '<mfrac><mi>a</mi>'.repeat(100_000) + '</mfrac>'.repeat(100_000)],
  ['end tags', '<mi>' + '</mo>'.repeat(300_000)],
  ['quotes', '<a "'.repeat(300_000)],
  ['annotations', '<annotation>'.repeat(300_000)],
  ['blanks', ' '.repeat(1_000_000)],
])('hostile: %s', (_name, source) => {
  expect(formulaHtml(source).length).toBeLessThan(source.length * 3);
  expect(withFormulas(`<math>${source}`)).toBe(`<math>${source}`);
});

test('hostile: formulas that do not end', () => {
  expect(boundHtml('<math>'.repeat(500_000)).length).toBeLessThan(1_000);
  expect(boundHtml('<math><math></math>'.repeat(200_000)).length).toBeLessThan(1_000);
});
