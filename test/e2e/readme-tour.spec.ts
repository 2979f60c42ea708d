import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../support/migrated-database.js';
import type { TestDatabase } from '../support/database.js';
import { differences, parseElided } from '../support/elided-json.js';
import { killLeftovers, type ServiceProcess, startProcess } from '../support/process.js';

interface Step {
  readonly script: string;
  /** The answer that the page shows, where it shows one. */
  readonly answer: string | undefined;
}

const PUBLIC_BASE_URL = 'http://localhost:3000';
const README = readFileSync('README.md', 'utf8');
const TOUR = README.slice(README.indexOf('## Five minutes with it'), README.indexOf('## With MySQL'));
const STEPS: Step[] = [...TOUR.matchAll(/```bash\n(.*?)```(?:\n\n```json\n(.*?)```)?/gs)].map(
  ([, script = '', answer]) => ({ script, answer }),
);
/** It asks another site. */
const OUTSIDE = '/scraper';

let database: TestDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  database = await createMigratedDatabase();
  service = await startProcess(database, {
    ADMIN_API_KEY: undefined,
    PUBLIC_BASE_URL,
    LOG_LEVEL: 'error',
  });
});
afterAll(async () => {
  await service.end('SIGTERM');
  killLeftovers();
  await database.drop();
});

/** Runs a script in bash, with what it needs of the scripts before it. @returns its output */
function bash(script: string): string {
  const { stdout, stderr, status } = spawnSync('bash', ['-eu'], { input: script, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

describe('The tour of the README', () => {
  test('begins with the curl of the welcome', async () => {
    const welcome = service.output();
    const curl = /^curl -X POST.*?(?=\n\n)/ms.exec(welcome)?.[0].replace('curl', 'curl -s') ?? '';
    expect(curl).toContain('Hello, world');
    expect(JSON.parse(bash(curl))).toMatchObject({ id: 1, status: 0, slug: 'hello-world' });
    expect(welcome).toMatch(/look at it: http:\/\/localhost:\d+\/hello-world\n/);
    const page = await fetch(`${service.url}/hello-world`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Our first post.')]);
  });

  test('answers what it shows, from the first step to the last', () => {
    const key = /shown only now: (\w{64})/.exec(service.output())?.[1] ?? '';
    const marker = (index: number): string => `--- ${index} ---`;
    const script = STEPS.map(({ script }, index) =>
      script.includes(OUTSIDE) ? '' : `echo '${marker(index)}'\n${script}\necho`,
    ).join('\n');
    const output = bash(
      script
        .replace(`BASE=${PUBLIC_BASE_URL}`, `BASE=${service.url}`)
        .replace('paste-your-key-here', key)
        .replaceAll('/tmp/', `${database.folder}/`),
    );
    const shown = STEPS.flatMap(({ answer, script }, index) => (answer ? [{ answer, script, index }] : []));
    expect(shown.length).toBeGreaterThan(10);
    const wrong = shown.flatMap(({ answer, script, index }) => {
      const from = output.indexOf(marker(index)) + marker(index).length;
      const [printed = ''] = output.slice(from).split(/^--- \d+ ---$/m);
      const found = differences(parseElided(answer), JSON.parse(printed));
      return found.length > 0 ? [{ script, found }] : [];
    });
    expect(wrong).toEqual([]);
  });
});
