import { deepStrictEqual } from 'node:assert/strict';
import { CASES, randomFrom } from './cases.mjs';

const SAMPLES = 20;

/** Fields that differ in two articles created one after the other, although their input is the same. */
const OWN_TO_EACH = ['id', 'headline', 'basename', 'post_url', 'raw_share_url', 'amp_url', 'slug'];
const TIMES = ['created_ts', 'updated_ts', 'inserted_ts', 'last_published_ts'];

/**
 * The comparison is worth something only while both servers do the same work. @throws AssertionError with the
 * difference when they do not
 */
export async function mustAnswerTheSame(service, floor, dataSet) {
  const source = { ...dataSet, random: randomFrom(0) };
  for (const { name, request } of CASES) {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const message = `The ${name} of the floor is not that of the service; bring bench/floor up to date.`;
      if (name.startsWith('create')) await compareCreations([service, floor], source, request, message);
      else if (name.startsWith('update')) await compareUpdates([service, floor], request(source), message);
      else await compare([service, floor], request(source), message);
    }
  }
}

async function compare(servers, request, message) {
  const [expected, actual] = await Promise.all(servers.map((server) => send(server, request)));
  equal(actual, expected, message);
}

/** Articles created must be answered alike and stored alike: they are read back through the service. */
async function compareCreations([service, floor], source, request, message) {
  const wanted = request(source);
  const expected = await send(service, wanted);
  const actual = await send(floor, { ...wanted, body: renamed(wanted.body) });
  equal(anonymous(actual), anonymous(expected), message);
  const stored = ({ id }) => send(service, { method: 'GET', path: `/api/1.3/posts/${id}` });
  equal(anonymous(await stored(actual)), anonymous(await stored(expected)), message);
}

/** An article that is updated twice in the same way is answered alike, but for its version. */
async function compareUpdates(servers, request, message) {
  // Not as in the run before: what would change nothing is no update.
  const body = request.body.replace(/Revision \d+/, `Revision ${Date.now()}`);
  const answers = [];
  for (const server of servers) answers.push(anonymous(await send(server, { ...request, body })));
  const [expected, actual] = answers.map((answer) => ({ ...answer, version: typeof answer.version }));
  equal(actual, expected, message);
}

/** Two articles of the same headline would want the same path. */
function renamed(body) {
  const article = JSON.parse(body);
  return JSON.stringify({ ...article, headline: `${article.headline} again` });
}

async function send({ name, origin, headers }, { method, path, body }) {
  const response = await fetch(origin + path, { method, headers, body });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`The ${name} answered ${method} ${path} with ${response.status}: ${text}`);
  return JSON.parse(text);
}

function anonymous(article) {
  const same = { ...article };
  for (const field of OWN_TO_EACH) same[field] = typeof same[field];
  for (const field of TIMES) same[field] = Math.abs(same[field] - Date.now() / 1000) < 60;
  return same;
}

function equal(actual, expected, message) {
  try {
    deepStrictEqual(actual, expected);
  } catch (difference) {
    throw new Error(`${message}\n${difference.message}`, { cause: difference });
  }
}
