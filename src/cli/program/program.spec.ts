import { describe, expect, test } from '@jest/globals';
import { buildProgram } from './program.js';

const create = buildProgram()
  .commands.find((command) => command.name() === 'keys')
  ?.commands.find((command) => command.name() === 'create');
const reader = (name: string) => {
  const option = create?.options.find(({ long }) => long === name);
  return (text: string): unknown => option?.parseArg?.<unknown>(text, undefined);
};

test('keys create --name takes a text that its column holds', () => {
  const read = reader('--name');
  expect(read(' web app ')).toBe('web app');
  expect(read('n'.repeat(255))).toHaveLength(255);
  for (const text of ['', ' ', 'n'.repeat(256)])
    expect(() => read(text)).toThrow('It must be 1 to 255 characters.');
});

describe('keys create --expires', () => {
  const read = reader('--expires');

  test.each(['0.5', '30', '36500'])('takes %s days', (text) => {
    expect(read(text)).toBe(Number(text));
  });

  test.each(['0', '-1', '', 'x', 'NaN', 'Infinity', '1e400', '36500.1', '99999998'])(
    'refuses %j, and says what is taken',
    (text) => {
      expect(() => read(text)).toThrow('It must be a positive number of days, 36500 at most.');
    },
  );
});
