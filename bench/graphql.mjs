import sharp from 'sharp';
import { measureInTurn, ratioOf, readComparison, report, run } from './comparison.mjs';
import { BenchDatabase } from './database.mjs';
import { createKey, startService } from './processes.mjs';
import { median } from './report.mjs';

const HELP = `Measures GraphQL beside REST, on one service.

  npm run bench:graphql -- [options]

  --rounds <n>       measurements of each side (5)
  --seconds <n>      length of each measurement (4)
  --assert           exit with 1 when a promise is broken

  BENCH_DATABASE_URL  a MySQL or MariaDB database with "bench" in its name
                      (mysql://root@127.0.0.1:3306/content_bench_graphql); it is made when it is missing`;

const POSTS = 2000;
const IMAGES = 10;
const MIN_RATIO = 0.7;
const MAX_GROWTH = 5;
/** Answers that are kept, beside those that are made. */
const MIN_GAIN = 2;

const query = (fields, limit) => `{posts(slice:{limit:${limit}}){${fields}}}`;
const CARD = `id title subtitle publishedAt pages{web{href} amp{href}}
  authors{id title image{id} pages{web{href}}}
  primarySections{id title path pages{web{href}}} regularSections{id title path pages{web{href}}}
  primaryTags{slug title} regularTags{slug title}
  image{id title credit altText crops{size href}}`;
const TREE = `id content{rootRef tree{__typename ref parentRef
  ...on GroupContentNode{layout{kind} adsOrder} ...on ParticleContentNode{id title} ...on MediaContentNode{kind code html}}}`;
/** Names of the same fields in REST. */
const FIELDS =
  'id,headline,subheadline,created_ts,post_url,amp_url,roar_authors,sections,primary_section,tags,primary_tag,image_info,photo_caption,photo_credit';

const graphql = (text) => ({
  method: 'POST',
  path: '/core/graphql',
  body: JSON.stringify({ query: text }),
});
const CASES = {
  rest: () => ({ method: 'GET', path: `/api/1.3/posts?limit=10&include_fields=${FIELDS}` }),
  restWhole: () => ({ method: 'GET', path: '/api/1.3/posts?limit=10' }),
  card: () => graphql(query(CARD, 10)),
  tree10: () => graphql(query(TREE, 10)),
  tree100: () => graphql(query(TREE, 100)),
};

const options = readComparison(HELP, 'content_bench_graphql');
await run(() => main(options));

/** @returns the exit code */
async function main(options) {
  const database = await BenchDatabase.open(options.databaseUrl);
  await database.prepare(options, POSTS);
  const service = await startService(options, { key: await createKey(options) });
  try {
    await illustrate(service, database);
    await mustShowAll(service);
    const cases = Object.fromEntries(
      Object.entries(CASES).map(([name, request]) => [name, { server: service, request }]),
    );
    // Nothing is kept for those who have a key, as the service is asked with in all other cases.
    const headers = { 'content-type': service.headers['content-type'] };
    cases.kept = { server: { ...service, headers }, request: CASES.card };
    const figures = await measureInTurn(cases, options);
    return await report(rowsOf(figures), database, options);
  } finally {
    await service.stop();
    await database.close();
  }
}

/** Seeded posts have no images. */
async function illustrate(service, { connection }) {
  const [[{ missing }]] = await connection.query(
    'SELECT COUNT(*) AS missing FROM articles WHERE image_id IS NULL',
  );
  if (missing === 0) return;
  const ids = [];
  for (let n = 0; n < IMAGES; n++) {
    const colour = { r: n * 20, g: 100, b: 200 };
    const jpeg = await sharp({ create: { width: 1200, height: 800, channels: 3, background: colour } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([jpeg], { type: 'image/jpeg' }), `picture-${n}.jpg`);
    const headers = { 'x-rmauth': service.headers['x-rmauth'] };
    const answer = await fetch(`${service.origin}/api/1.3/images`, { method: 'POST', headers, body: form });
    ids.push((await answer.json()).id);
  }
  await connection.query(`UPDATE articles SET image_id = ELT(1 + id % ${IMAGES}, ${ids.join(', ')})`);
  await connection.query('UPDATE authors SET image_id = ?', [ids[0]]);
}

/** Both are to show the same posts, with all that is asked for. */
async function mustShowAll(service) {
  const answers = await Promise.all(
    [CASES.rest(), CASES.card(), CASES.tree100()].map((one) => ask(service, one)),
  );
  const [rest, card, tree] = [answers[0], answers[1].data?.posts, answers[2].data?.posts];
  const same = rest.every(
    (post, index) => post.id === card?.[index].id && post.headline === card[index].title,
  );
  const isWhole = card?.every(
    ({ authors, primarySections, regularTags, image }) =>
      authors[0] && primarySections[0] && regularTags[0] && image?.crops.length > 5,
  );
  if (!same || !isWhole || tree?.length !== 100 || !tree.every(({ content }) => content.tree.length > 1))
    throw new Error(`The answers do not show what they should: ${JSON.stringify(answers).slice(0, 2000)}`);
}

async function ask({ origin, headers }, { method, path, body }) {
  const response = await fetch(origin + path, { method, headers, body });
  return response.json();
}

function rowsOf({ rest, restWhole, card, kept, tree10, tree100 }) {
  const gain = ratioOf(kept, card);
  const cardBesideRest = ratioOf(card, rest);
  const growth = ratioOf(tree10, tree100);
  return [
    { what: 'REST, ten posts, the same fields', perSecond: median(rest) },
    { what: 'REST, ten posts, all fields', perSecond: median(restWhole) },
    {
      what: 'GraphQL, ten posts',
      perSecond: median(card),
      figure: `${cardBesideRest.toFixed(2)} of REST`,
      promised: `≥ ${MIN_RATIO}`,
      isKept: cardBesideRest >= MIN_RATIO,
    },
    {
      what: 'GraphQL, ten posts, kept for readers without a key',
      perSecond: median(kept),
      figure: `${gain.toFixed(1)} × those that are made`,
      promised: `≥ ${MIN_GAIN}`,
      isKept: gain >= MIN_GAIN,
    },
    { what: 'GraphQL, content of ten posts', perSecond: median(tree10) },
    {
      what: 'GraphQL, content of a hundred posts',
      perSecond: median(tree100),
      figure: `${growth.toFixed(1)} × the time of ten`,
      promised: `< ${MAX_GROWTH}`,
      isKept: growth < MAX_GROWTH,
    },
  ];
}
