import { MINUTE_S } from '../../kernel/units.js';
import { ArticleRecord, ArticleStatus } from '../../modules/articles/domain/article-record.js';
import { RENDERING_VERSION } from '../../modules/content/sanitising/html-sanitizer.js';
import { Author } from '../../modules/authors/domain/author.entity.js';
import { Section, SectionStatus } from '../../modules/sections/domain/section.entity.js';

export const AUTHORS = 50;
export const SECTIONS = 20;
const TAGS = 500;
const TAGS_PER_ARTICLE = 3;
const BODY_CHARACTERS = 3000;
const WORDS_PER_PARAGRAPH = 12 + 9 + 14;
/** A word that one article in a hundred holds. */
const RARE_WORD = 'aurora';
const RARE_EVERY = 100;
/** 2026-01-01; the n-th article was published n minutes before. */
const NEWEST = 1_767_225_600;

const WORDS = (
  'harbour council budget bridge river school garden market railway winter summer election museum theatre light ' +
  'storm village village-green tunnel ferry library archive engine concert kitchen forest mountain island ' +
  'street station parliament hospital teacher driver farmer painter singer writer builder sailor doctor judge ' +
  'opens closes grows falls returns begins ends moves waits changes stays wins loses finds builds repairs'
).split(' ');

/** Numbers between 0 and 1 that look random and are the same every time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface SeededArticle {
  readonly record: ArticleRecord;
  readonly author: number;
  readonly section: number;
  readonly tags: readonly string[];
}

export function seedArticle(n: number, id: number): SeededArticle {
  const random = randomFrom(n);
  const pick = (count: number) => Math.floor(random() * count);
  const word = () => WORDS[pick(WORDS.length)] ?? '';
  const sentence = (length: number) => Array.from({ length }, word).join(' ');
  let body = '';
  while (body.length < BODY_CHARACTERS) body += `<p>${sentence(12)}. ${sentence(9)}. ${sentence(14)}.</p>\n`;
  if (n % RARE_EVERY === 0) body += `<p>${RARE_WORD}</p>\n`;
  const headline = `${sentence(5)} ${n}`;
  const publishedTs = NEWEST - n * MINUTE_S;
  const basename = `seed-${n}`;
  const record = Object.assign(new ArticleRecord(), {
    id,
    status: ArticleStatus.Published,
    providerId: 0,
    providerPostId: `seed-${n}`,
    createdBy: 1,
    insertedTs: publishedTs,
    createdTs: publishedTs,
    updatedTs: publishedTs,
    firstPublishedTs: publishedTs,
    lastPublishedTs: publishedTs,
    type: 'page',
    path: `/${basename}`,
    basename,
    headline,
    subheadline: sentence(8),
    body,
    // Made of paragraphs and words alone: the safe rendering is the body itself.
    description: body,
    renderingVersion: RENDERING_VERSION,
    wordsCount: WORDS_PER_PARAGRAPH * (body.split('\n').length - 1),
  } satisfies Partial<ArticleRecord>);
  const tags = new Set<string>();
  while (tags.size < TAGS_PER_ARTICLE) tags.add(`tag-${pick(TAGS)}`);
  return { record, author: pick(AUTHORS), section: pick(SECTIONS), tags: [...tags] };
}

export function seedAuthor(n: number): Author {
  const author = new Author();
  author.edit({ name: `seed-author-${n}`, firstName: 'Author', lastName: String(n), role: 'Guest Writer' });
  author.createdTs = NEWEST;
  return author;
}

export function seedSection(n: number): Section {
  const section = new Section();
  section.edit({ title: `Seed section ${n}`, url: `seed-section-${n}`, status: SectionStatus.Public });
  section.placeBelow(null);
  section.createdTs = NEWEST;
  return section;
}
