import { describe, expect, test } from '@jest/globals';
import { buildProgram } from './program.js';

describe('keys create --expires', () => {
  const create = buildProgram()
    .commands.find((command) => command.name() === 'keys')
    ?.commands.find((command) => command.name() === 'create');
  const expires = create?.options.find(({ long }) => long === '--expires');
  const read = (text: string): unknown => expires?.parseArg?.<unknown>(text, undefined);

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
