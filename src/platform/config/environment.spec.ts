import { expect, test } from '@jest/globals';
import { Environment, EnvironmentError } from './environment.js';

const faultsOf = (variables: Record<string, string>): readonly string[] => {
  try {
    Environment.from({ PUBLIC_BASE_URL: 'https://site.example', ...variables });
    return [];
  } catch (error) {
    return (error as EnvironmentError).faults;
  }
};

test.each(['http://localhost:3000', 'https://site.example', 'https://site.example/news/'])(
  '%s can be the base of all URLs',
  (url) => {
    expect(faultsOf({ PUBLIC_BASE_URL: url })).toEqual([]);
  },
);

test.each([
  'https://user:secret@site.example',
  'https://user@site.example',
  'https://site.example/?a=b',
  'https://site.example/#top',
  'site.example',
  'ftp://site.example',
])('%s cannot be the base of all URLs, and is not repeated', (url) => {
  expect(faultsOf({ PUBLIC_BASE_URL: url })).toEqual([
    'PUBLIC_BASE_URL must be an http or https URL, without user, query and fragment',
  ]);
});

test.each([
  'mysql://root:hunter2@127.0.0.1:99999/x',
  'mysql://root:p%ZZ@127.0.0.1/x',
  'mysql://127.0.0.1',
  'postgres://x/y',
  'sqlite:',
  'sqlite::memory:',
])('%s is no database, and is not repeated', (url) => {
  expect(faultsOf({ DATABASE_URL: url })).toEqual([
    'DATABASE_URL must be sqlite:<file> or mysql://user:password@host:port/name',
  ]);
});

test.each([
  [undefined, 'http://localhost:3000'],
  [' 4791 ', 'http://localhost:4791'],
  ['0x1277', 'http://localhost:4727'],
  ['04791', 'http://localhost:4791'],
  ['0', 'http://localhost'],
])('with the port %s URLs begin with %s', (PORT, base) => {
  expect(Environment.from({ ...(PORT && { PORT }) }).PUBLIC_BASE_URL).toBe(base);
});

test('/metrics has the port of the service, or another one', () => {
  const fault = 'METRICS_PORT must be another port than PORT';
  expect(faultsOf({ PORT: '4791', METRICS_PORT: '4791' })).toEqual([fault]);
  expect(faultsOf({ METRICS_PORT: '3000' })).toEqual([fault]);
  expect(faultsOf({ PORT: '4791', METRICS_PORT: '4792' })).toEqual([]);
  expect(faultsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
});

test.each([
  ['PORT', 0, 65_535],
  ['METRICS_PORT', 0, 65_535],
  ['DATABASE_POOL', 1, 500],
  ['DRAIN_SECONDS', 0, 300],
  ['TRUST_PROXY', 0, 10],
])('%s is a whole number from %i to %i', (name, least, most) => {
  const fault = `${name} must be a whole number from ${least} to ${most}`;
  for (const value of [least, most]) expect(faultsOf({ [name]: String(value) })).toEqual([]);
  for (const value of ['x', '1.5', String(least - 1), String(most + 1)])
    expect([value, faultsOf({ [name]: value })]).toEqual([value, [fault]]);
});
