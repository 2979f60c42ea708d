const POSTS = '/api/1.3/posts';
const LIST_LENGTH = 10;
const MAX_OFFSET = 1000;
const DEEP_OFFSET = 5000;
/** In one seeded article of a hundred. */
const RARE_WORD = 'aurora';
const TAGS = 500;
const TAG_STEP = 167;
const REVISIONS = 1000;

const VOCABULARY = 12_000;
const PARAGRAPHS = 8;
const WORDS_PER_PARAGRAPH = 62;

/** Marks what a run creates, so that it can be removed. */
export const CREATED_PREFIX = 'bench-';

let created = 0;
/** Articles of two runs must not want the same path: that is another, slower case. */
const run = Date.now().toString(36);

/** 3 KB of HTML with some 325 different words, as articles have: few words come often, many once. */
function textOf(random) {
  const word = () => `w${Math.floor(VOCABULARY ** random()).toString(36)}ord`;
  const words = () => Array.from({ length: WORDS_PER_PARAGRAPH }, word).join(' ');
  return Array.from({ length: PARAGRAPHS }, () => `<p>${words()}.</p>`).join('\n');
}

/** A new article as a partner would send it: its own headline and text, three tags, a section. */
function createRequest({ random, sectionIds }) {
  const number = ++created;
  const first = Math.floor(random() * TAGS);
  const article = {
    headline: `Bench ${run} ${number}`,
    body: textOf(random),
    tags: [first, first + TAG_STEP, first + 2 * TAG_STEP].map((tag) => `tag-${tag % TAGS}`),
    sections: [sectionIds[Math.floor(random() * sectionIds.length)]],
    provider_post_id: `${CREATED_PREFIX}${run}-${number}`,
  };
  return { method: 'POST', path: POSTS, body: JSON.stringify(article) };
}

/** Another last paragraph of one of the articles: all else of it stays, in the index of words, too. */
function updateRequest({ random, articleIds, body }) {
  const text = `${body}<p>Revision ${Math.floor(random() * REVISIONS)} of the bench.</p>`;
  return {
    method: 'PUT',
    path: `${POSTS}/${articleIds[Math.floor(random() * articleIds.length)]}`,
    body: JSON.stringify({ body: text }),
  };
}

const readRequest = ({ random, articleIds }) => ({
  method: 'GET',
  path: `${POSTS}/${articleIds[Math.floor(random() * articleIds.length)]}`,
});

/**
 * Cases that are measured. `request` makes the next request of what the data set holds; `promise` is the
 * share of the floor's speed that the project promises.
 */
export const CASES = [
  { name: 'read', title: 'read one', connections: 16, promise: 0.5, request: readRequest },
  {
    name: 'list',
    title: 'list 10',
    connections: 16,
    promise: 0.5,
    request: () => ({ method: 'GET', path: `${POSTS}?limit=${LIST_LENGTH}` }),
  },
  {
    name: 'list-tag',
    title: 'list 10, by tag',
    connections: 16,
    promise: 0.5,
    request: ({ random }) => ({
      method: 'GET',
      path: `${POSTS}?limit=${LIST_LENGTH}&include_tags=tag-${Math.floor(random() * TAGS)}`,
    }),
  },
  {
    name: 'search',
    title: 'search, a word in 1 %',
    connections: 16,
    promise: 0.5,
    request: () => ({ method: 'GET', path: `${POSTS}?limit=${LIST_LENGTH}&phrase=${RARE_WORD}` }),
  },
  {
    name: 'list-deep',
    title: `list 10, offset ${DEEP_OFFSET}`,
    connections: 16,
    promise: 0.5,
    request: () => ({ method: 'GET', path: `${POSTS}?limit=${LIST_LENGTH}&offset=${DEEP_OFFSET}` }),
  },
  {
    name: 'list-offset',
    title: `list 10, offset < ${MAX_OFFSET}`,
    connections: 16,
    promise: 0.5,
    request: ({ random }) => ({
      method: 'GET',
      path: `${POSTS}?limit=${LIST_LENGTH}&offset=${Math.floor(random() * MAX_OFFSET)}`,
    }),
  },
  { name: 'create', title: 'create, 1 at a time', connections: 1, promise: 0.4, request: createRequest },
  { name: 'create-16', title: 'create, 16 at a time', connections: 16, promise: 0.4, request: createRequest },
  { name: 'update-16', title: 'update, 16 at a time', connections: 16, promise: 0.3, request: updateRequest },
];

/**
 * Numbers between 0 and 1, the same ones for the same seed (mulberry32): both sides get the same requests.
 */
export function randomFrom(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
