import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BASE_URL, type Service, startService } from '../support/service.js';

const PASSWORD = 'correct horse battery';
const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

interface Post {
  readonly id: number;
  readonly path: string;
  readonly amp: string;
}

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { site: { name: 'Новости "дня"' } } });
});
afterAll(() => service.stop());

const open = (path: string) => service.as(null).get(path);
const section = async (fields: object): Promise<number> =>
  (await service.post('/api/1.3/sections', fields).expect(200)).body.id;
async function publish(fields: object = {}, door = 'posts'): Promise<Post> {
  const { body } = await service.post(`/api/1.3/${door}`, { headline: 'Story', ...fields }).expect(200);
  return pathsOf(body);
}
const pathsOf = ({ id, post_url, amp_url }: { id: number; post_url: string; amp_url: string }): Post => ({
  id,
  path: post_url.slice(BASE_URL.length),
  amp: amp_url.slice(BASE_URL.length),
});

describe('A password', () => {
  const draftPath = async () => {
    const { body } = await service.post('/api/1.3/drafts', { headline: 'Not yet' }).expect(200);
    return `/${body.slug as string}?draft=1`;
  };

  test('is asked for by a site of any name', async () => {
    const { headers } = await open(await draftPath()).expect(401);
    expect(headers['www-authenticate']).toMatch(/^Basic realm="[ -~]+", charset="UTF-8"$/);
  });

  test('is tried for one name ten times a minute, which does not tell whose e-mail address it is', async () => {
    const email = 'Ed@site.example';
    await service
      .post('/api/1.1/authors', { name: 'ed', email, role: 'Editor', password: PASSWORD })
      .expect(200);
    const path = await draftPath();
    const guess = async (name: string) =>
      (await open(path).set('authorization', basic(name, 'a guess'))).status;
    const tries: number[] = [];
    for (let n = 0; n < 11; n++) tries.push(await guess('ed'));
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect([await guess(email), await guess('al@site.example')]).toEqual([401, 401]);
    const spellings = ['ED@SITE.EXAMPLE', ' ed@site.example', 'ed@site.example '];
    for (let n = 0; n < 9; n++) await guess(spellings[n % spellings.length] ?? '');
    const { headers } = await open(path).set('authorization', basic(email, PASSWORD)).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('A site with a password of its own', () => {
  let closed: Service;
  beforeAll(async () => {
    closed = await startService({ settings: { site: { basicAuth: 'team:let me in' } } });
    const editor = { name: 'editor', role: 'Editor', password: PASSWORD };
    await closed.post('/api/1.1/authors', editor).expect(200);
    await closed.post('/api/1.3/posts', { headline: 'Soon' }).expect(200);
    await closed.post('/api/1.3/drafts', { headline: 'Later' }).expect(200);
  });
  afterAll(() => closed.stop());

  test('shows its drafts to authors, and its pages to keys', async () => {
    const draft = () => closed.as(null).get('/later?draft=1');
    await draft().expect(401);
    await draft().set('authorization', basic('team', 'let me in')).expect(401);
    const { text } = await draft().set('authorization', basic('editor', PASSWORD)).expect(200);
    expect(text).toContain('Later');
    for (const path of ['/soon', '/later?draft=1', '/feed.xml']) await closed.get(path).expect(200);
  });

  test('tells web apps nothing without a key', async () => {
    const ask = (key: string | null) => closed.as(key).post('/core/graphql', { query: '{posts{title}}' });
    const { body } = await ask(null).expect(401);
    expect(body.data).toBeUndefined();
    expect((await ask(closed.adminKey).expect(200)).body.data.posts).toEqual([{ title: 'Soon' }]);
  });

  test('is not to be had by trying', async () => {
    const tries = Array.from({ length: 101 }, (_, n) =>
      closed
        .as(null)
        .get('/soon')
        .set('authorization', basic('team', `guess ${n}`)),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(100);
    expect(statuses).toContain(429);
    await closed.as(null).get('/soon').set('authorization', basic('team', 'let me in')).expect(429);
  });
});

describe('What is private', () => {
  test('is listed for those with a key', async () => {
    const id = await section({ title: 'Members', url: 'members', status: 1 });
    await publish({ headline: 'For members', sections: [id], tags: ['members only'] });
    for (const path of ['/members', '/tag/members-only']) {
      await open(path).expect(404);
      expect((await service.get(path).expect(200)).text).toContain('For members');
    }
    expect((await open('/u/administrator/').expect(200)).text).not.toContain('For members');
    expect((await service.get('/u/administrator/').expect(200)).text).toContain('For members');
  });

  test('leaves no trace when it is removed', async () => {
    const draft = await publish({ headline: 'Never seen' }, 'drafts');
    await service.delete(`/api/1.3/drafts/${draft.id}`).expect(200);
    await open(draft.path).expect(404);
    const id = await section({ title: 'Vault', url: 'vault', status: 1 });
    const secret = await publish({ headline: 'Secret', sections: [id] });
    await service.delete(`/api/1.3/posts/${secret.id}`).expect(200);
    await open(secret.path).expect(404);
    await service.get(secret.path).expect(410);
  });
});

describe('A path', () => {
  test('of an AMP page leads where the post has gone', async () => {
    const { id, path, amp } = await publish({ headline: 'First words' });
    const renamed = { headline: 'Last words', manual_basename: 'last-words' };
    const { body } = await service.put(`/api/1.3/posts/${id}`, renamed).expect(200);
    expect((await open(amp).expect(301)).headers.location).toBe(body.amp_url);
    expect((await open(path).expect(301)).headers.location).toBe(body.post_url);
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    await open(pathsOf(body).amp).expect(410);
    await open(amp).expect(410);
  });

  test('belongs to a section before it belongs to a post', async () => {
    await section({ title: 'Harbour', url: 'harbour', status: 2 });
    const late = await publish({ headline: 'Harbour' });
    expect(late.path).toBe(`/harbour-${late.id}`);
    expect((await open(late.path).expect(200)).text).toContain('Harbour</h1>');
  });

  test('that a section takes leads to no post any more, which gets another one', async () => {
    const { id } = await publish({ headline: 'Sport' });
    await open('/sport').expect(200);
    await section({ title: 'All about sport', url: 'sport', status: 2 });
    expect((await open('/sport').expect(200)).text).toContain('All about sport');
    const { body } = await service.get(`/api/1.3/posts/${id}`).expect(200);
    expect(body.post_url).toBe(`${BASE_URL}/sport-${id}`);
    expect((await open(`/sport-${id}`).expect(200)).text).toContain('Sport</h1>');
  });

  test('is one with its blanks', async () => {
    const { path } = await publish({ headline: 'Blank' });
    for (const other of [`${path}%20`, `/amp${path}%20`, '/u/administrator%20/'])
      await open(other).expect(404);
  });

  test('keeps the number of the page where it leads elsewhere', async () => {
    await section({ title: 'Turned', url: 'turned', status: 2 });
    await publish({ headline: 'Tagged', tags: ['Hot'] });
    for (const [from, to] of [
      ['/turned/?page=2', '/turned?page=2'],
      ['/tag/HOT?page=2', '/tag/hot?page=2'],
      ['/u/administrator?page=2', '/u/administrator/?page=2'],
    ] as const)
      expect((await open(from).expect(301)).headers.location).toBe(`${BASE_URL}${to}`);
  });
});

describe('A draft page', () => {
  test('says of a post that is published nothing else', async () => {
    const { path } = await publish({ headline: 'Out' });
    expect((await service.get(`${path}?draft=1`).expect(200)).text).not.toContain(
      'This page is not published',
    );
  });

  test('is there at a path that the draft had before', async () => {
    const { id, path } = await publish({ headline: 'Working title' });
    await service.put(`/api/1.3/posts/${id}`, { headline: 'Better', manual_basename: 'better' }).expect(200);
    expect((await service.get(`${path}?draft=1`).expect(200)).text).toContain('Better');
  });

  test('shows when the post is due', async () => {
    const { id, path } = await publish({ headline: 'Due' }, 'drafts');
    const due = Math.floor(Date.now() / 1000) + 30 * 86_400;
    await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: due }).expect(200);
    const { text } = await service.get(`${path}?draft=1`).expect(200);
    expect(text).toContain(new Date(due * 1000).toISOString());
    expect(text).toContain('This page is not published');
  });
});

test('A section shows a cover of elsewhere', async () => {
  const cover = 'https://pictures.example/cover.jpg';
  await section({ title: 'Covered', url: 'covered', status: 2, url_header_image: cover });
  expect((await open('/covered').expect(200)).text).toContain(`src="${cover}"`);
});

test('Limits are by the address that a trusted proxy tells, and by no other', async () => {
  const site = { basicAuth: 'team:let me in' };
  const trusting = await startService({ settings: { site }, environment: { TRUST_PROXY: '1' } });
  try {
    const ask = (forwarded: string, password: string) =>
      trusting
        .as(null)
        .get('/')
        .set('x-forwarded-for', forwarded)
        .set('authorization', basic('team', password));
    await Promise.all(Array.from({ length: 110 }, (_, n) => ask(`198.51.100.${n}, 203.0.113.7`, 'wrong')));
    await ask('203.0.113.7', 'let me in').expect(429);
    await ask('203.0.113.8', 'let me in').expect(200);
  } finally {
    await trusting.stop();
  }
});

test('Links to a section open a new tab where it says so', async () => {
  const page_settings = { open_in_new_tab: true };
  const id = await section({ title: 'Shop', url: 'shop', status: 2, page_settings });
  const { path } = await publish({ headline: 'Bought', sections: [id] });
  const links = (await open(path).expect(200)).text.match(/<a [^>]*href="[^"]*\/shop"[^>]*>/g) ?? [];
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(link).toMatch(/ target="_blank"/);
});
