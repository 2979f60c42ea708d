import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runCommand } from '../support/command-line.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

let service: Service;
let database: TestDatabase;
beforeAll(async () => {
  service = await startService();
  database = await createMigratedDatabase();
  const { body: section } = await service.post('/api/1.3/sections', {
    title: 'News',
    url: 'news',
    status: 2,
  });
  await service
    .post('/api/1.3/posts', { headline: 'The bridge', manual_basename: 'the-bridge', sections: [section.id] })
    .expect(200);
  for (const redirect of [
    { from: '/2019/the-bridge.html', to: '/the-bridge' },
    { from: '/b', to: '/2019/the-bridge.html' },
    { from: '/shop', to: 'https://shop.example/', status: 302 },
    { from: '/old-news', to: '/removed' },
  ])
    await service.post('/api/1.3/redirects', redirect).expect(200);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

const portOf = (server: Server) => String((server.address() as AddressInfo).port);

/** Runs the command with these lines as its list. */
function check(
  lines: readonly string[],
  options: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
) {
  const file = join(database.folder, 'urls.txt');
  writeFileSync(file, lines.join('\n'));
  return runCommand(['check-urls', file, ...options], database, {
    PUBLIC_BASE_URL: BASE_URL,
    HOST: '127.0.0.1',
    PORT: portOf(service.app.getHttpServer()),
    ...environment,
  });
}

/** Runs a server that answers every request so, and checks this list against it. */
async function checkAgainst(answer: Parameters<typeof createServer>[1], lines: readonly string[]) {
  const server = createServer(answer as never).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  try {
    return await check(lines, ['--url', `http://127.0.0.1:${portOf(server)}`]);
  } finally {
    server.close();
  }
}

test('says of each URL where it leads, in the order of the list', async () => {
  const { code, stdout } = await check([
    '# an export of the old analytics',
    '/the-bridge',
    '',
    'https://old.example/2019/the-bridge.html?utm_source=mail',
    'http://www.old.example/shop',
    '/nowhere',
    'mailto:desk@old.example',
  ]);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'page       /the-bridge',
    expect.stringMatching(
      /^moved {6}https:\/\/old\.example\/2019\/the-bridge\.html\?utm_source=mail → https:\/\/site\.example\/the-bridge/,
    ),
    'elsewhere  http://www.old.example/shop → https://shop.example/',
    'lost       /nowhere  is answered with 404',
    'lost       mailto:desk@old.example  is neither a path nor an http(s) URL',
    '5 URLs: 1 lead to a page, 1 have moved, 1 lead to other sites, 2 are lost',
  ]);
  expect(code).toBe(1);
});

test('follows a redirect to a redirect, and names each', async () => {
  const { code, stdout } = await check(['/b'], ['--json']);
  const walked = JSON.parse(stdout) as { lead: string; redirects: string[]; status: number };
  expect(walked).toMatchObject({ url: '/b', lead: 'moved', status: 200, reason: null });
  expect(walked.redirects.at(-1)).toBe(`${BASE_URL}/the-bridge`);
  expect(code).toBe(0);
});

test('a redirect to a page that is not there is lost', async () => {
  const { code, stdout } = await check(['/old-news']);
  expect(stdout).toMatch(/^lost {7}\/old-news → .*\/removed {2}is answered with 404$/m);
  expect(code).toBe(1);
});

test('--lost prints the lost ones and the summary alone', async () => {
  const { stdout } = await check(['/the-bridge', '/nowhere'], ['--lost']);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'lost       /nowhere  is answered with 404',
    '2 URLs: 1 lead to a page, 0 have moved, 0 lead to other sites, 1 are lost',
  ]);
});

test('--json prints one object a line, and the summary aside', async () => {
  const { stdout, stderr } = await check(['/the-bridge', '/nowhere'], ['--json']);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([
    { url: '/the-bridge', lead: 'page', redirects: [], status: 200, reason: null },
    { url: '/nowhere', lead: 'lost', redirects: [], status: 404, reason: 'is answered with 404' },
  ]);
  expect(stderr).toContain('2 URLs: 1 lead to a page');
});

test('a loop of redirects ends', async () => {
  const { code, stdout } = await checkAgainst(
    (_request, response) => {
      response.writeHead(301, { location: '/again' }).end();
    },
    ['/again'],
  );
  expect(stdout).toContain('takes more than 5 redirects');
  expect(code).toBe(1);
});

test('a redirect to the host of the list stays on the site, and one to `//host` does not', async () => {
  const asked: string[] = [];
  const { stdout } = await checkAgainst(
    (request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/old') response.writeHead(301, { location: 'https://old.example/new' });
      else if (request.url === '/away') response.writeHead(301, { location: '//other.example/' });
      response.end();
    },
    ['https://old.example/old', '/away', '//elsewhere.example/x'],
  );
  expect(stdout.trimEnd().split('\n').slice(0, 3)).toEqual([
    'moved      https://old.example/old → https://old.example/new',
    'elsewhere  /away → http://other.example/',
    'page       //elsewhere.example/x',
  ]);
  expect(asked).toEqual(expect.arrayContaining(['/new', '//elsewhere.example/x']));
});

test('a service that is busy is asked again', async () => {
  let refusals = 2;
  const { code, stdout } = await checkAgainst(
    (request, response) => {
      if (request.url === '/page' && refusals-- > 0) response.writeHead(503, { 'retry-after': '0.01' });
      response.end();
    },
    ['/page'],
  );
  expect(stdout).toContain('page       /page');
  expect(code).toBe(0);
});

test('an answer that never comes, a list that is not there and a service that is not running are said so', async () => {
  const cut = await checkAgainst(
    (request, response) => {
      if (request.url === '/') response.end();
      else request.socket.destroy();
    },
    ['/cut'],
  );
  expect(cut.stdout).toContain('lost       /cut  is not answered');

  const absent = await check(['/the-bridge'], ['--url', 'http://127.0.0.1:9']);
  expect([absent.code, absent.stderr]).toEqual([
    1,
    expect.stringContaining('The service at http://127.0.0.1:9/ does not answer'),
  ]);

  const noFile = await runCommand(['check-urls', join(database.folder, 'none.txt')], database);
  expect([noFile.code, noFile.stderr]).toEqual([1, expect.stringContaining('none.txt')]);
});
