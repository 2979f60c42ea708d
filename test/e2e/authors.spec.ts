import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

const AUTHORS = '/api/1.1/authors';
const SEARCH = '/api/1.3/authors/search';
const EMAIL = '/api/1.3/authors/email';
const PRIVILEGED = ['Administrator', 'Platform Engineer', 'Serverside Engineer'];
const OTHERS = 'Editor,Guest Editor,Guest Writer,Reader,Developer,Guest Developer,Community User'.split(',');
const SCHEMA = { type: 'object', required: ['team'], properties: { team: { type: 'string' } } };

let service: Service, strict: Service;
beforeAll(async () => {
  const authors = { specificDataSchema: SCHEMA, defaultAvatar: '/static/nobody.png' };
  strict = await startService({ settings: { authors } });
  service = await startService({ settings: { authors: { roles: { 'Fact Checker': ['articles.read'] } } } });
});
afterAll(() => Promise.all([service.stop(), strict.stop()]));

const NAMES = { first_name: null, last_name: null };
const post = (fields: object = {}, client: Client = service) => client.post(AUTHORS, fields);
const put = (id: number, fields: object, client: Client = service) =>
  client.put(`${AUTHORS}/${id}`, { ...NAMES, ...fields });
const create = async (fields: object = {}, client?: Client) => (await post(fields, client).expect(200)).body;
const edit = async (id: number, fields: object) => (await put(id, fields).expect(200)).body;
const get = async (id: number) => (await service.get(`${AUTHORS}/${id}`).expect(200)).body;
const list = async (path: string) => (await service.get(path).expect(200)).body;
const idsOf = (authors: { id: number }[]) => authors.map(({ id }) => id);
const descending = (ids: number[]) => [...ids].sort((one, other) => other - one);
const repeat = (times: number, fields: object) => Promise.all(Array.from(Array(times), () => post(fields)));

/** Names the fields that a refusal complains of. */
async function refusal(answer: ReturnType<typeof post>, status = 400): Promise<string[]> {
  const { errors } = (await answer.expect(status)).body as { errors: { field: string }[] };
  return errors.map(({ field }) => field);
}

let serial = 0;
const address = () => `author${++serial}@example.com`;

describe('The author object', () => {
  test('shows every field of an author who was created with all of them', async () => {
    const specific_data = { team: 'Web', nested: { list: [1, 'two', null, { three: 3.5 }] }, ' ': [] };
    const shown = { first_name: 'Paul', last_name: 'Berry', name: 'pb', about_html: '<p>', specific_data };
    const author = await create({ ...shown, email: address(), password: 'correct horse', role: 'Editor' });
    expect(author).toEqual({
      ...shown,
      id: expect.any(Number),
      displayname: 'Paul Berry',
      about_html_safe: '<p></p>',
      bio: '',
      photo: `${BASE_URL}/res/avatars/default`,
      fb_id: null,
      profile_url: `${BASE_URL}/u/pb/`,
    });
    expect(await get(author.id)).toEqual(author);
    await service.get(`${AUTHORS}/999999`).expect(404);
  });

  test('of an author who was created with nothing is complete, too', async () => {
    const author = await create();
    expect(author).toMatchObject({ ...NAMES, about_html: '', bio: '', specific_data: {} });
    expect(author.name).toMatch(/^[a-z0-9]+$/);
    expect(author.displayname).toBe(author.name);
    expect((await create({}, strict)).photo).toBe(`${BASE_URL}/static/nobody.png`);
  });

  test('has the displayname made of the parts that there are', async () => {
    expect((await create({ first_name: 'Ada' })).displayname).toBe('Ada');
    expect((await create({ last_name: 'King' })).displayname).toBe('King');
    expect((await create({ first_name: '', last_name: '', name: 'none' })).displayname).toBe('none');
  });

  test('keeps strings byte for byte', async () => {
    const text = '👩‍👩‍👧 e\u0301 \u00e9 ﬁ שלום \u200fعربي\u200e İı ß \t\r\n "\'\\ 𝔘𐍈 ';
    const fields = { first_name: text, last_name: text, about_html: text, specific_data: { [text]: text } };
    const { id } = await create(fields);
    expect(await get(id)).toMatchObject(fields);
  });

  test.each([
    ['name', ['a/b', 'a b', '../x', 'a?b', '<b>']],
    ['email', ['nobody', '@example.com', 'a b@example.com', ['a@example.com'], {}]],
    ['role', ['Emperor', 'editor', '__proto__', 'constructor', ['Editor']]],
    ['password', [['correct horse'], { a: 1 }, '\ud800 lone surrogate']],
    ['specific_data', ['text', 5, [1], true]],
  ])('is not made with a wrong %s, like any of %j', async (field, values) => {
    for (const value of values) expect(await refusal(post({ [field]: value }))).toEqual([field]);
  });
});

describe('The name', () => {
  test.each([
    ['Marie', 'Curie', 'mariecurie'],
    ['José', 'Ñandú-O’Neil', 'josenanduoneil'],
    ['Łukasz', 'Žižek', 'lukaszzizek'],
    ['Jean Luc', 'de la Tour 3', 'jeanlucdelatour3'],
  ])('of %s %s is %s', async (first_name, last_name, name) => {
    expect((await create({ first_name, last_name })).name).toBe(name);
  });

  test.each(['Иван', '北京', 'محمد', '😀', '---'])('of %s is ASCII and not empty', async (first_name) => {
    expect((await create({ first_name })).name).toMatch(/^[a-z0-9]+$/);
  });

  test('gets a number when it is taken, and passes over a number that is taken', async () => {
    const names = [(await create({ name: 'annlee2' })).name];
    for (let i = 0; i < 4; i++) names.push((await create({ first_name: 'Ann', last_name: 'Lee' })).name);
    expect(names[1]).toBe('annlee');
    for (const name of names.slice(2)) expect(name).toMatch(/^annlee\d+$/);
    expect(new Set(names).size).toBe(5);
  });

  test.each([2, 30])('is different for %i namesakes created at the same time', async (count) => {
    const fields = { first_name: `Same ${count} `.repeat(20), last_name: 'Name'.repeat(50) };
    const answers = await repeat(count, fields);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.name)).size).toBe(count);
  });

  test('that was sent and is taken is refused with 409, on creation and on change', async () => {
    await create({ name: 'taken' });
    const other = await create({ name: 'other' });
    expect(await refusal(post({ name: 'taken' }), 409)).toEqual(['name']);
    expect(await refusal(put(other.id, { first_name: 'O', name: 'taken' }), 409)).toEqual(['name']);
    expect(await get(other.id)).toEqual(other);
  });

  test.each(['strasse', 'straße', 'STRASSE', 'cafe', 'café'])('%s is taken byte by byte', async (name) => {
    const profile_url = `${BASE_URL}/u/${encodeURIComponent(name)}/`;
    expect(await create({ name })).toMatchObject({ name, profile_url });
  });
});

describe('The e-mail address', () => {
  test('is unique without regard to case', async () => {
    await create({ email: 'Mixed.Case@Example.com' });
    const { id } = await create({ email: address() });
    expect(await refusal(post({ email: 'mIXED.cASE@eXAMPLE.COM' }), 409)).toEqual(['email']);
    expect(await refusal(put(id, { email: 'mixed.case@example.com' }), 409)).toEqual(['email']);
  });

  test('may be set to itself, is given up with null, and an empty one is none', async () => {
    const email = address();
    const { id } = await create({ email });
    await edit(id, { email: email.toUpperCase() });
    await edit(id, { email: null });
    for (const next of [email, '', '']) await create({ email: next });
  });

  test('of concurrent creates goes to exactly one', async () => {
    const statuses = (await repeat(20, { email: address() })).map(({ status }) => status);
    expect(descending(statuses)).toEqual([...Array.from({ length: 19 }, () => 409), 200]);
  });

  test('finds authors, in any case, each once, and leaves unknown addresses out', async () => {
    const [one, other] = [address(), address()];
    const ids = [(await create({ email: one })).id, (await create({ email: other })).id];
    const emails = `${one.toUpperCase()}, ${other},unknown@example.com,${one}`;
    const found = await list(`${EMAIL}?emails=${encodeURIComponent(emails)}`);
    expect(descending(idsOf(found))).toEqual(descending(ids));
    expect((await service.post(EMAIL, { emails }).expect(200)).body).toEqual(found);
    expect(await list(`${EMAIL}?emails=unknown@example.com`)).toEqual([]);
    expect(await refusal(service.get(EMAIL))).toEqual(['emails']);
    expect(await refusal(service.post(EMAIL, {}))).toEqual(['emails']);
    expect((await service.post(EMAIL).type('form').send({ emails }).expect(200)).body).toEqual(found);
    expect((await service.post(EMAIL).field('emails', emails).expect(200)).body).toEqual(found);
    const sentTwice = service.post(`${EMAIL}?emails=unknown@example.com`, { emails });
    expect((await sentTwice.expect(200)).body).toEqual(found);
  });
});

describe('The role', () => {
  test.each([...PRIVILEGED, ...OTHERS, 'Fact Checker'])('%s is accepted', (role) =>
    post({ role }).expect(200),
  );

  test.each([
    ['Guest Editor by default', {}, 200],
    ['one of the site settings with its rights', { role: 'Fact Checker' }, 403],
  ])('is %s', async (_, fields, drafting) => {
    const client = service.as(await service.createKey({ authorId: (await create(fields)).id }));
    await client.get('/api/1.3/posts').expect(200);
    await client.post('/api/1.3/drafts', { headline: 'A draft' }).expect(drafting);
    await client.post('/api/1.3/posts', { headline: 'A post' }).expect(403);
  });

  test.each(PRIVILEGED)('%s is neither given nor touched by an Editor', async (role) => {
    const { id, client } = await service.createAuthorWithKey('Editor');
    await post({ role }, client).expect(403);
    await put(id, { role }, client).expect(403);
    const powerful = await create({ role });
    await put(powerful.id, { role: 'Reader' }, client).expect(403);
    expect(await get(powerful.id)).toEqual(powerful);
    await put(id, { role: 'Editor' }, client).expect(200);
  });
});

describe('The password', () => {
  test('is never returned, nor anything made of it', async () => {
    const email = address();
    const author = await create({ email, password: 'correct horse' });
    const edited = await edit(author.id, { password: 'battery staple' });
    const [byEmail, byId] = [await list(`${EMAIL}?emails=${email}`), await get(author.id)];
    expect(byEmail).toHaveLength(1);
    const shown = JSON.stringify([author, edited, byEmail, byId, await list(`${SEARCH}?limit=1`)]);
    expect(shown).not.toMatch(/password|horse|staple|hash|scrypt|argon/i);
  });

  test('of a user who signed up through a social network needs an email', async () => {
    const { id } = await create();
    // There is no request that makes such a user.
    const [units, database] = [service.app.get<UnitOfWork>(UnitOfWork), service.app.get(Database)];
    await units.run(() => database.execute('UPDATE authors SET fb_id = ? WHERE id = ?', ['1234', id]));
    expect(await refusal(put(id, { password: 'correct horse' }))).toEqual(['password']);
    await edit(id, { password: 'correct horse', email: address() });
  });
});

describe('PUT', () => {
  test('at the same time as others loses nothing of theirs', async () => {
    const { id } = await create();
    for (let round = 0; round < 15; round++) {
      const changes = [
        { bio: `Bio ${round}` },
        { about_html: `About ${round}` },
        { role: OTHERS[round % 5] },
      ];
      await Promise.all(changes.map((change) => edit(id, change)));
      expect(await get(id)).toMatchObject({ bio: `Bio ${round}`, about_html: `About ${round}` });
    }
  });

  test('needs both names, and an author', async () => {
    const { id } = await create();
    expect(await refusal(put(id, { first_name: undefined }))).toEqual(['first_name']);
    expect(await refusal(put(id, { last_name: undefined }))).toEqual(['last_name']);
    await put(999999, {}).expect(404);
  });

  test('leaves what is omitted, and clears what is null', async () => {
    const email = address();
    const author = await create({ first_name: 'Full', email, about_html: '<b>', specific_data: { a: 1 } });
    const changed = await edit(author.id, { first_name: 'Changed' });
    expect(changed).toEqual({ ...author, first_name: 'Changed', displayname: 'Changed', name: 'full' });
    expect(idsOf(await list(`${EMAIL}?emails=${email}`))).toEqual([author.id]);
    const cleared = await edit(author.id, { about_html: null, specific_data: null, image_id: null });
    expect(cleared).toMatchObject({ ...NAMES, displayname: 'full', about_html: '', specific_data: {} });
  });

  test('of an object that was read changes nothing', async () => {
    const specific_data = { a: [], b: {}, c: null };
    const full = await create({ first_name: ' P ', about_html: 'ü', email: address(), specific_data });
    expect(await edit(full.id, full)).toEqual(full);
    const empty = await create();
    const [listed] = await list(`${SEARCH}?limit=1`);
    expect(listed).toEqual({ ...empty, specific_data: [] });
    expect(await list(`${SEARCH}?limit=1&offset=1`)).toEqual([full]);
    expect(await edit(empty.id, listed)).toEqual(empty);
  });
});

describe('The search', () => {
  test.each([
    ['', 10],
    ['limit=3', 3],
    ['limit=31', 30],
    ['limit=1000', 30],
    ['offset=2&limit=5', 5],
    ['offset=1000000', 0],
  ])('with "%s" shows %i authors, by id descending, as POST does', async (query, length) => {
    const all = idsOf(await list(`${SEARCH}?limit=30`));
    expect(all).toEqual(descending(all));
    const parameters = Object.fromEntries(new URLSearchParams(query));
    const offset = Number(parameters.offset ?? 0);
    const found = await list(`${SEARCH}?${query}`);
    expect(found).toHaveLength(length);
    expect(idsOf(found)).toEqual(all.slice(offset, offset + length));
    const posts = [
      service.post(SEARCH, parameters),
      service.post(`${SEARCH}?${query}`),
      service.post(SEARCH).type('form').send(parameters),
      Object.entries(parameters).reduce(
        (form, [name, value]) => form.field(name, value),
        service.post(SEARCH),
      ),
    ];
    for (const sent of posts) expect((await sent.expect(200)).body).toEqual(found);
  });
});

describe('Custom data', () => {
  test('that does not match the schema of the site is refused with its path', async () => {
    expect(await refusal(post({ specific_data: { team: 5 } }, strict))).toEqual(['specific_data.team']);
    await post({ specific_data: {} }, strict).expect(400);
    const author = await create({ specific_data: { team: 'Web', more: 1 } }, strict);
    expect(author.specific_data).toEqual({ team: 'Web', more: 1 });
    await put(author.id, { specific_data: { team: null } }, strict).expect(400);
  });

  test('that an author does not have is no fault when the object is put back', async () => {
    const author = await create({}, strict);
    expect((await put(author.id, author, strict).expect(200)).body).toEqual(author);
  });
});

test('an author is found by the exact name, below both versions of the path', async () => {
  const { id, name } = await create({ first_name: 'Ada', last_name: 'Found' });
  await create({ first_name: 'Ada', last_name: 'Foundling' });
  for (const path of [SEARCH, '/api/1.1/authors/search']) {
    expect(idsOf(await list(`${path}?name=${name}`))).toEqual([id]);
    for (const other of [
      'nobody',
      String(name).toUpperCase(),
      `${name}%20`,
      `${name}%25`,
      `${name}&offset=1`,
    ])
      expect(await list(`${path}?name=${other}`)).toEqual([]);
  }
  expect(idsOf((await service.post(SEARCH, { name }).expect(200)).body)).toEqual([id]);
  expect((await list('/api/1.1/authors/search?limit=1')).length).toBe(1);
});

test('a form that cannot be read is refused, and so are files', async () => {
  const broken = service
    .post(SEARCH)
    .set('content-type', 'multipart/form-data; boundary=x')
    .send('--x\r\nbroken');
  expect((await broken.expect(400)).body.code).toBe('malformed-form');
  const file = service.post(SEARCH).attach('limit', Buffer.from('1'), 'limit.txt');
  expect((await file.expect(400)).body.code).toBe('malformed-form');
});
