import { readFileSync } from 'node:fs';
import { describe, expect, jest, test } from '@jest/globals';
import { REQUEST_LIMITS } from '../src/platform/database/mysql/limits.js';
import type { Database } from '../src/platform/database/database.js';
import type { DatabaseProbe } from '../src/platform/database/probe/database-probe.js';
import type { HealthChecks } from '../src/platform/http/health/health-checks.js';
import { Readiness } from '../src/platform/http/health/readiness.js';
import type { Shutdown } from '../src/platform/http/server/graceful-shutdown.js';

/** Seconds by the table of docs/reliability.md. */
function documented(wait: string): number {
  const rows = readFileSync('docs/reliability.md', 'utf8').split('\n');
  const [, , limit] = rows.find((row) => row.startsWith(`| ${wait} `))?.split('|') ?? [];
  return Number(/^ (\d+) s /.exec(limit ?? '')?.[1]);
}

describe('Waits end when the documentation says', () => {
  test.each([
    ['a connection to the server', REQUEST_LIMITS.connectionMs, 2],
    ['a statement that reads', REQUEST_LIMITS.readMs, 10],
    ['any other statement, COMMIT included', REQUEST_LIMITS.writeMs, 20],
    ['anything, while the server does not answer', REQUEST_LIMITS.suspectMs, 1],
  ])('%s', (wait, milliseconds, seconds) => {
    expect(milliseconds).toBe(documented(wait) * 1000);
    expect(milliseconds).toBe(seconds * 1000);
  });

  test('readiness, before its second is over', () => {
    const add = jest.fn<HealthChecks['add']>();
    const nothing: unknown = {};
    new Readiness(nothing as Database, nothing as DatabaseProbe, { add } as never, nothing as Shutdown);
    expect(documented('readiness')).toBe(1);
    for (const [, , limits] of add.mock.calls) {
      expect(limits?.timeoutMs).toBeGreaterThan(500);
      expect(limits?.timeoutMs).toBeLessThan(1000);
    }
    expect(add).toHaveBeenCalledTimes(2);
  });
});
