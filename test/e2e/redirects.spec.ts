import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../support/command-line.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const REDIRECTS = '/api/1.3/redirects';
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const add = async (redirect: object) => (await service.post(REDIRECTS, redirect).expect(200)).body;
const open = (path: string) => service.as(null).get(path);
const leads = async (path: string, to: string, status = 301) => {
  const { headers } = await open(path).expect(status);
  expect(headers.location).toBe(to);
};
const refused = async (redirect: object, status: number, more: object) => {
  const { body } = await service.post(REDIRECTS, redirect).expect(status);
  expect(body).toMatchObject(more);
};
const publish = async (headline: string) =>
  (await service.post('/api/1.3/posts', { headline }).expect(200)).body;

describe('A redirect', () => {
  test('leads readers from a path to a path or a URL', async () => {
    await open('/2019/old.html').expect(404);
    const redirect = await add({ from: '2019/old.html/', to: '/new?x=1#part' });
    expect(redirect).toEqual({
      id: expect.any(Number),
      from: '/2019/old.html',
      to: '/new?x=1#part',
      status: 301,
      created_ts: expect.any(Number),
    });
    await leads('/2019/old.html', `${BASE_URL}/new?x=1#part`);
    await leads('/2019/old.html/', `${BASE_URL}/new?x=1#part`);
    await leads('/2019/old.html?utm=2', `${BASE_URL}/new?x=1&utm=2#part`);
    await leads('/2019/old.html?page=2&api_key=x', `${BASE_URL}/new?x=1&page=2#part`);
    await add({ from: '/away', to: 'https://other.example/page', status: 302 });
    await leads('/away', 'https://other.example/page', 302);
    await add({ from: '/größe und mehr', to: '/schön' });
    await leads(encodeURI('/größe und mehr'), `${BASE_URL}/${encodeURIComponent('schön')}`);
    await add({ from: '/encoded', to: '/a%23b/%FF?next=https%3A%2F%2Fx%26y' });
    await leads('/encoded', `${BASE_URL}/a%23b/%FF?next=https%3A%2F%2Fx%26y`);
    expect(await add({ from: '/caf%C3%A9', to: '/' })).toMatchObject({ from: '/café' });
    await leads('/caf%C3%A9', `${BASE_URL}/`);
    const { body } = await service.get(`${REDIRECTS}/${redirect.id}`).expect(200);
    expect(body).toEqual(redirect);
    const { body: list } = await service.get(`${REDIRECTS}?limit=2`).expect(200);
    expect(list.map(({ from }: { from: string }) => from)).toEqual(['/café', '/encoded']);
  });

  test('ends when it is removed', async () => {
    const { id } = await add({ from: '/for-now', to: '/' });
    await leads('/for-now', `${BASE_URL}/`);
    await service.delete(`${REDIRECTS}/${id}`).expect(200);
    await open('/for-now').expect(404);
    await service.delete(`${REDIRECTS}/${id}`).expect(404);
    await service.get(`${REDIRECTS}/${id}`).expect(404);
  });

  test('gives way to a post that comes to its path', async () => {
    await add({ from: '/coming', to: '/' });
    await publish('Coming');
    await open('/coming').expect(200);
  });

  test('goes before what a removed post has left', async () => {
    const { id } = await publish('Leaving');
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    await open('/leaving').expect(410);
    await add({ from: '/leaving', to: '/instead' });
    await leads('/leaving', `${BASE_URL}/instead`);
  });
});

describe('Refused is', () => {
  test('a path that an article, a section or a redirect has', async () => {
    await publish('Here');
    await service.post('/api/1.3/sections', { title: 'Topic', url: 'topic' }).expect(200);
    await refused({ from: '/here', to: '/' }, 409, { code: 'path-taken' });
    await refused({ from: '/topic', to: '/' }, 409, { code: 'path-taken' });
    const { id } = await add({ from: '/once', to: '/' });
    await refused({ from: '/once', to: '/other' }, 409, { code: 'redirect-taken', conflicting_id: id });
  });

  test.each([
    ['/api/1.3/posts', '/', 'from'],
    ['/feed.xml', '/', 'from'],
    ['/', '/x', 'from'],
    ['/a?b', '/', 'from'],
    ['/a/../b', '/', 'from'],
    [`${BASE_URL}/old`, '/', 'from'],
    ['HTTPS://other.example/old', '/', 'from'],
    [' //other.example/old', '/', 'from'],
    ['/a', '/x\r\ny', 'to'],
    ['/a', 'https://other.example/\tx', 'to'],
    ['/a', '/x\n', 'to'],
    ['/a', `/${'é'.repeat(600)}`, 'to'],
    ['/a', `https://other.example/${'é'.repeat(600)}`, 'to'],
    [`/${'x'.repeat(700)}`, '/', 'from'],
    ['/a', 'javascript:alert(1)', 'to'],
    ['/a', '//evil.example/', 'to'],
    ['/a', '/\\evil.example/', 'to'],
    ['/a', 'https://user:secret@site.example/', 'to'],
    ['/a', '', 'to'],
    ['/a', '/a', 'to'],
    ['/a', `${BASE_URL}/a/`, 'to'],
  ])('from %s to %s', async (from, to, field) => {
    await refused({ from, to }, 400, { errors: [{ field }] });
    await refused({ from: '/b', to: '/', status: 307 }, 400, { errors: [{ field: 'status' }] });
  });

  test('a loop, of however many redirects', async () => {
    await add({ from: '/one', to: '/two' });
    await add({ from: '/two', to: `${BASE_URL}/three` });
    await refused({ from: '/three', to: '/one' }, 400, { errors: [{ field: 'to' }] });
    await add({ from: '/three', to: '/four' });
  });

  test('one of two that would lead to each other, sent at once', async () => {
    for (let n = 0; n < 5; n++) {
      const answers = await Promise.all([
        service.post(REDIRECTS, { from: `/left${n}`, to: `/right${n}` }),
        service.post(REDIRECTS, { from: `/right${n}`, to: `/left${n}` }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});

test('redirects are imported from a file, and once', async () => {
  const file = join(service.database.folder, 'redirects.txt');
  const lines = [
    '# old pages',
    '',
    '/old/a%20b.html /a',
    '/old/b /b 302',
    '/old/b /other',
    '/api/x /',
    'no',
    '/c /d 999',
  ];
  writeFileSync(file, lines.join('\n'));
  const importFile = async (...more: string[]) => {
    const { code, stdout, stderr } = await runCommand(
      ['import', '--from', 'redirects', '--json', file, ...more],
      service.database,
    );
    expect(code).toBe(1);
    expect(stderr.match(/^line \d+/gm)).toEqual(['line 6', 'line 7', 'line 8']);
    return JSON.parse(stdout);
  };
  const counts = { imported: 2, already_there: 1, failed: 3 };
  expect(await importFile('--dry-run')).toEqual({ dry_run: true, imported: 3, already_there: 0, failed: 3 });
  expect(await importFile()).toEqual({ dry_run: false, ...counts });
  expect(await importFile()).toEqual({ dry_run: false, imported: 0, already_there: 3, failed: 3 });
  await leads('/old/a%20b.html', `${BASE_URL}/a`);
  await leads('/old/b', `${BASE_URL}/b`, 302);
});
