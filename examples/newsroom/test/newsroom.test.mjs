import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { ManualClock, permalinkStrategyContract, startService } from 'content-publishing-service/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { ShortPermalinks } from '../dist/articles/short-permalinks.js';
import { PushCommand } from '../dist/distribution/push.command.js';
import { newsroom } from '../dist/newsroom.js';

const ISSUER = 'https://login.example';
const POSTS = '/api/1.3/posts';
const { publicKey, privateKey } = await generateKeyPair('ES256');

/** Messages that the app was sent, and whether it takes them. */
const pushed = [];
let isAway = false;
const app = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (text) => isAway || pushed.push(JSON.parse(text)));
  request.on('end', () => response.writeHead(isAway ? 503 : 200).end());
});

const RETRY_AFTER_S = 5;
const clock = new ManualClock();
let service;
before(async () => {
  await once(app.listen(0, '127.0.0.1'), 'listening');
  const loginKeys = [{ ...(await exportJWK(publicKey)), alg: 'ES256' }];
  service = await startService({
    extension: newsroom,
    settings: {
      newsroom: { pushUrl: `http://127.0.0.1:${app.address().port}`, loginIssuer: ISSUER, loginKeys },
    },
    clock,
    database: process.env.DATABASE_URL || undefined,
  });
});
after(async () => {
  await service?.close();
  app.close();
});

const create = async (fields) =>
  service.admin.ok(service.admin.post(POSTS, { headline: 'Tides', ...fields }));
const graphql = async (query) => {
  const { data, errors } = await service.admin.ok(service.admin.post('/core/graphql', { query }));
  assert.equal(errors, undefined);
  return data;
};
test('posts have short paths', async () => {
  const post = await create({ headline: 'The bridge is open' });
  assert.match(new URL(post.post_url).pathname, /^\/a\/[\da-z]+-the-bridge-is-open$/);
});

for (const { name, run } of permalinkStrategyContract(() => new ShortPermalinks()))
  test(`ShortPermalinks ${name}`, run);

test('what is hard to read needs an image to be published, and says so by itself', async () => {
  const draft = await service.admin.ok(service.admin.post('/api/1.3/drafts', { headline: 'Hydrodynamics' }));
  assert.equal(draft.newsroom_reading_level, 'hard');
  const refused = await service.admin.put(`${POSTS}/${draft.id}`, { action: 'publish' });
  assert.equal(refused.status, 400);
  assert.equal(refused.body.errors[0].field, 'image_id');
  const hard = { headline: 'Tides', newsroom_reading_level: 'hard' };
  assert.equal((await service.admin.post(POSTS, hard)).status, 400);
  const easy = { newsroom_reading_level: 'easy', action: 'publish' };
  await service.admin.ok(service.admin.put(`${POSTS}/${draft.id}`, easy));
  const listed = await service.admin.ok(service.admin.get(`${POSTS}?newsroom_reading_level=easy`));
  assert.deepEqual(
    listed.map(({ id }) => id),
    [draft.id],
  );
  const data = await graphql(
    '{ posts(filters: { newsroomReadingLevel: [EASY] }) { title newsroomReadingLevel } }',
  );
  assert.deepEqual(data.posts, [{ title: 'Hydrodynamics', newsroomReadingLevel: 'EASY' }]);
});

test('correctors note corrections, which GraphQL shows', async () => {
  const { id } = await create();
  const path = `/api/newsroom/posts/${id}/corrections`;
  const { client } = await service.createAuthor('Corrector');
  const noted = await client.ok(client.post(path, { text: 'It is 400 m long.' }));
  assert.deepEqual(await client.ok(client.get(path)), [noted]);
  const writer = await service.createAuthor('Guest Writer');
  assert.equal((await writer.client.post(path, { text: 'No.' })).status, 403);
  const { posts } = await graphql('{ posts { corrections } }');
  assert.ok(posts.some(({ corrections }) => corrections[0] === 'It is 400 m long.'));
});

test('a shortcode shows a correction in pages and AMP pages', async () => {
  const post = await create({ body: '<p>[newsroom-erratum "It is <b>400</b> m long."]</p>' });
  const page = await service.as(null).get(new URL(post.post_url).pathname);
  assert.match(page.body, /<aside class="erratum">Correction: It is/);
  const amp = await service.as(null).get(new URL(post.amp_post_url ?? post.post_url).pathname);
  assert.match(amp.body, /Correction: It is/);
});

test('the staff logs in by tokens', async () => {
  const claims = { sub: 'ann', iss: ISSUER, aud: 'newsroom', exp: Math.floor(Date.now() / 1000) + 300 };
  const sign = (others) =>
    new SignJWT({ ...claims, ...others }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  const ask = async (token) => {
    const client = service.as(null).with({ authorization: `Bearer ${token}` });
    return (await client.get(POSTS)).status;
  };
  assert.equal(await ask(await sign({})), 200);
  for (const others of [{ iss: 'https://other.example' }, { aud: 'shop' }, { exp: undefined }, { exp: 1 }])
    assert.equal(await ask(await sign(others)), 401);
});

test('the app is told of every post, also when it was away', async () => {
  await service.deliverEvents();
  pushed.length = 0;
  isAway = true;
  await service.admin.ok(service.admin.post('/api/1.3/drafts', { headline: 'Plans' }));
  const { id } = await create({ headline: 'News' });
  const { failures } = await service.deliverEvents();
  assert.deepEqual(
    failures.map(({ event, error }) => [event.resourceId, error.message]),
    [[id, 'The app answers 503.']],
  );
  isAway = false;
  clock.advance(RETRY_AFTER_S);
  assert.deepEqual(await service.deliverEvents(), { handled: 1, failures: [] });
  assert.deepEqual(
    pushed.map(({ post }) => post),
    [id],
  );
});

test('the app is told that the newsroom is there, and of a post again when somebody asks for it', async () => {
  pushed.length = 0;
  assert.equal(await service.runJob('newsroom.heartbeat'), true);
  assert.equal(await service.app.get(PushCommand, { strict: false }).run(['1']), 0);
  assert.equal(await service.app.get(PushCommand, { strict: false }).run(['x']), 1);
  assert.deepEqual(pushed, [{ key: 'heartbeat' }, { key: 'again 1', post: 1 }]);
});
