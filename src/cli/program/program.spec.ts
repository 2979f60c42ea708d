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

describe('audit --from', () => {
  const audit = buildProgram().commands.find((command) => command.name() === 'audit');
  const from = audit?.options.find(({ long }) => long === '--from');
  const read = (text: string): unknown => from?.parseArg?.<unknown>(text, undefined);
  const morning = Date.UTC(2026, 10, 25, 8) / 1000;

  test.each([
    ['2026-11-25', morning - 8 * 3600],
    ['2026-11-25T08:00', morning],
    ['2026-11-25 08:00:00', morning],
    ['2026-11-25T08:00Z', morning],
    ['2026-11-25T09:00+01:00', morning],
  ])('takes %s, in UTC where it has no zone', (text, seconds) => {
    const { TZ } = process.env;
    process.env.TZ = 'America/New_York';
    try {
      expect(read(text)).toBe(seconds);
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });

  test.each(['', 'yesterday', '2026-02-30', '2026-13-01', '2026-11-25T', '2026-11-25T25:00', '11/25/2026'])(
    'refuses %j',
    (text) => {
      expect(() => read(text)).toThrow('It must be a time');
    },
  );
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
