import { createHash } from 'node:crypto';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ArticleStatus } from '../../src/modules/articles/domain/article-record.js';
import { Database, placeholders, type SqlValue } from '../../src/platform/database/database.js';
import { createImages } from './images.js';
import type { Client, Service } from './service.js';

export const PUBLISHED = 100_000;
/** Articles by state; their ids go on where those of the state before end. */
const STATES = [
  [ArticleStatus.Published, PUBLISHED],
  [ArticleStatus.Draft, 2000],
  [ArticleStatus.Scheduled, 500],
  [ArticleStatus.Removed, 500],
] as const;
const TIME = 1_700_000_000;
const MINUTE_S = 60;
const HOUR_S = 3600;
const YEAR_S = 365 * 24 * HOUR_S;

/** Publication time of the n-th post; the first is the oldest. */
export const timeOf = (n: number): number => TIME + n * MINUTE_S;

/** The time since which so many posts have changed. */
export function changedSince(count: number): number {
  const times = Array.from({ length: PUBLISHED }, (_, n) => ((n + 1) * CHANGES) % SCATTERED);
  return TIME + (times.sort((one, other) => other - one)[count - 1] ?? 0);
}

const SCATTERED = 1_000_003;
const CHANGES = 48_271;

/** A number for each article, no two the same, that goes along with nothing else. */
const scattered = (factor: number): string => `(a.id * ${factor} % ${SCATTERED})`;
const UPDATED = scattered(CHANGES);
const VIEWED = scattered(69_621);

/** Articles whose ids leave one of these remainders. */
type Share = readonly [divisor: number, ...remainders: number[]];

const HOME: Share = [5, 2];
const SECTIONS = {
  half: [2, 0],
  twentieth: [20, 3],
  hundredth: [100, 13],
  ten: [10_000, 1119],
  private: [10, 1],
} as const satisfies Record<string, Share>;
const TAGS = {
  half: [4, 0, 1],
  twentieth: [20, 7],
  hundredth: [100, 37],
  ten: [10_000, 2239],
  secret: [20, 15],
} as const satisfies Record<string, Share>;
const WORDS: Readonly<Record<string, Share>> = {
  half: [8, 0, 1, 2, 3],
  twentieth: [20, 11],
  hundredth: [100, 57],
  ten: [10_000, 3359],
};
/** Sections that have articles by a tag alone. */
const BY_TAG = { halfByTag: 'half', hundredthByTag: 'hundredth', privateByTag: 'secret' } as const;
/** Articles that are in Home and both sections with a half. */
const PINNED = Array.from({ length: 10 }, (_, n) => n * 10_000 + 12);

/** Sections and authors to ask for, beside the tags (`tag-half`) and the words (`half`). */
export interface LargeData {
  readonly sections: Readonly<Record<keyof typeof SECTIONS | keyof typeof BY_TAG, number>>;
  /** Ids of those below. */
  readonly authors: Readonly<Record<'writer' | 'newcomer' | 'idler', number>>;
  /** A Guest Writer who has written or created three of four articles. */
  readonly writer: Client;
  /** A Guest Writer who has written one of a thousand. */
  readonly newcomer: Client;
  /** A Guest Writer who has written nothing. */
  readonly idler: Client;
}

/** Makes articles in sets, past the rules that hold for what clients send: a large table in a few seconds. */
export async function createLargeData(service: Service): Promise<LargeData> {
  const sections = await createSections(service);
  await createImages(service, 1);
  await service.post('/api/1.3/badges', { name: 'Half', image_id: 1, tags: ['tag-half'] }).expect(200);
  const [writer, newcomer, idler] = [
    await service.createAuthorWithKey('Guest Writer'),
    await service.createAuthorWithKey('Guest Writer'),
    await service.createAuthorWithKey('Guest Writer'),
  ];
  const fill = new Filling(service.app.get(Database), service.app.get<UnitOfWork>(UnitOfWork));
  await fill.articles(writer.id);
  await fill.authors([
    [1, [1, 0]],
    [writer.id, SECTIONS.half],
    [newcomer.id, [1000, 7]],
  ]);
  const placed = Object.entries(SECTIONS).map(([name, share]) => [sections[name] ?? 0, share] as const);
  await fill.sections([[0, HOME], ...placed]);
  await fill.pins([0, sections.half ?? 0, sections.halfByTag ?? 0]);
  await fill.tags();
  await fill.ownFields();
  await fill.words();
  await fill.pageViews();
  await fill.analyse();
  return {
    sections: sections as LargeData['sections'],
    authors: { writer: writer.id, newcomer: newcomer.id, idler: idler.id },
    writer: writer.client,
    newcomer: newcomer.client,
    idler: idler.client,
  };
}

/** Gives each article a tag that no other has, as most tags are. */
export async function addRareTags(service: Service): Promise<void> {
  const fill = new Filling(service.app.get(Database), service.app.get<UnitOfWork>(UnitOfWork));
  await fill.rareTags();
  await fill.analyse();
}

async function createSections(service: Service): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  const create = async (title: string, tags: readonly string[]) => {
    const status = title.startsWith('private') ? 1 : 2;
    const fields = { title, url: title.toLowerCase(), status, tags };
    const { body } = await service.post('/api/1.3/sections', fields).expect(200);
    ids[title] = (body as { id: number }).id;
  };
  for (const title of Object.keys(SECTIONS)) await create(title, []);
  for (const [title, tag] of Object.entries(BY_TAG)) await create(title, [`tag-${tag}`]);
  return ids;
}

/** `id`: the numbers from 1 to 100000. A recursion would end at a limit of the server. */
const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
const NUMBERS = `SELECT 1 + d0.d + 10 * d1.d + 100 * d2.d + 1000 * d3.d + 10000 * d4.d AS id
  FROM (${DIGITS}) d4, (${DIGITS}) d3, (${DIGITS}) d2, (${DIGITS}) d1, (${DIGITS}) d0`;

/** Every table is a unit of work of its own: what is committed is read faster. */
class Filling {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async articles(writerId: number): Promise<void> {
    let before = 0;
    for (const [status, count] of STATES) {
      const due = status === ArticleStatus.Scheduled ? Math.floor(Date.now() / 1000) + YEAR_S : null;
      await this.write(
        `INSERT INTO articles (id, status, provider_id, provider_post_id, created_by, inserted_ts, created_ts,
            updated_ts, scheduled_at, publish_due_ts, type, path, basename, headline, description,
            rendering_version)
          SELECT a.id, ?, CASE WHEN a.id % 2000 = 11 THEN 15 WHEN a.id % 20 = 1 THEN 0 ELSE 20 END,
            CASE WHEN a.id % 3 = 0 THEN CONCAT('partner-', a.id) END, CASE WHEN a.id % 4 = 1 THEN ? ELSE 1 END,
            ?, ? + a.id * ${MINUTE_S}, ? + ${UPDATED}, ?, ?,
            CASE WHEN a.id % 2000 = 21 THEN 'video' WHEN a.id % 20 = 9 THEN 'gallery'
              WHEN a.id % 20 = 17 THEN 'link' ELSE 'page' END,
            CONCAT('/story-', a.id), CASE WHEN a.id % 1000 = 71 THEN 'briefing' ELSE CONCAT('story-', a.id) END,
            CONCAT('Story ', a.id), '<p>Text</p>', 1
          FROM (SELECT id + ? AS id FROM (${NUMBERS}) numbers WHERE id <= ?) a ORDER BY a.id`,
        [status, writerId, TIME, TIME, TIME, due, due, before, count],
      );
      before += count;
    }
  }

  authors(shares: Shares): Promise<void> {
    return this.assign('article_authors', 'author_id', shares, LISTED);
  }

  sections(shares: Shares): Promise<void> {
    return this.assign('article_sections', 'section_id', shares, LISTED);
  }

  tags(): Promise<void> {
    const shares = Object.entries(TAGS).map(([name, share]) => [`tag-${name}`, share] as const);
    return this.assign('article_tags', 'slug', shares, { ...LISTED, title: "'Tag'" });
  }

  /** Field of the extension `newsroom`: no article has two levels. */
  async ownFields(): Promise<void> {
    const { half, twentieth, hundredth, ten } = SECTIONS;
    const levels = { easy: half, medium: twentieth, very_hard: hundredth };
    const valued = (field: string, shares: Readonly<Record<string, Share>>) =>
      this.assign('article_fields', 'value', Object.entries(shares), {
        field: `'${field}'`,
        status: 'a.status',
      });
    await valued('newsroom_reading_level', levels);
    await valued('newsroom_desk', { Ten: ten });
  }

  rareTags(): Promise<void> {
    return this.write(
      `INSERT INTO article_tags (article_id, created_ts, slug, title, position, status)
        SELECT a.id, a.created_ts, CONCAT('only-', a.id), 'Tag', 1, a.status FROM articles a`,
      [],
    );
  }

  words(): Promise<void> {
    const hash = (word: string) => createHash('sha1').update(word).digest().readUIntBE(0, 6);
    const shares = Object.entries(WORDS).map(([word, share]) => [hash(word), share] as const);
    return this.assign('article_words', 'word', shares, {});
  }

  async pins(sectionIds: readonly number[]): Promise<void> {
    const rows = sectionIds.flatMap((section) => PINNED.map((id) => [section, id, PINNED.indexOf(id)]));
    await this.unitOfWork.run(() =>
      this.database.upsert(
        'section_pins',
        ['section_id', 'article_id', 'position'],
        ['section_id', 'article_id'],
        rows,
      ),
    );
  }

  /** Writes views of three in ten posts, up to date, so that no ranking is built anew. */
  async pageViews(): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    for (const hours of [24, 168]) {
      await this.write(
        `INSERT INTO page_view_totals (article_id, period_hours, views, status, created_ts)
          SELECT a.id, ?, 1 + ${VIEWED} DIV 10 % 5000, a.status, a.created_ts
          FROM articles a WHERE a.status = 0 AND ${VIEWED} % 10 < 3`,
        [hours],
      );
      await this.write('UPDATE page_view_periods SET first_hour = ?, asked_ts = ? WHERE hours = ?', [
        Math.floor(now / HOUR_S) - hours,
        now,
        hours,
      ]);
    }
  }

  async analyse(): Promise<void> {
    const joined = ['authors', 'fields', 'sections', 'tags', 'words'].map((name) => `article_${name}`);
    const small = ['badges', 'badge_tags', 'sections', 'section_tags'];
    await this.database.rows(`ANALYZE TABLE articles, ${[...joined, ...small].join(', ')}, page_view_totals`);
  }

  /**
   * Assigns each value to its share of the articles, in one look at them; of words, to published ones only.
   */
  private assign(
    table: string,
    column: string,
    shares: Shares,
    more: Readonly<Record<string, string>>,
  ): Promise<void> {
    const choices = shares.flatMap(([value, [divisor, ...remainders]]) =>
      remainders.map((remainder) => [value, divisor, remainder]),
    );
    const rows = choices.map((choice) => `SELECT ${placeholders(choice)}`);
    rows[0] = 'SELECT ? AS value, ? AS divisor, ? AS remainder';
    const isListed = 'status' in more ? 'TRUE' : 'a.status = 0';
    return this.write(
      `INSERT INTO ${table} (${['article_id', 'created_ts', column, ...Object.keys(more)].join(', ')})
        SELECT ${['a.id', 'a.created_ts', 'c.value', ...Object.values(more)].join(', ')}
        FROM articles a STRAIGHT_JOIN (${rows.join(' UNION ALL ')}) c ON a.id % c.divisor = c.remainder
        WHERE ${isListed}`,
      choices.flat(),
    );
  }

  private async write(statement: string, parameters: readonly SqlValue[]): Promise<void> {
    await this.unitOfWork.run(() => this.database.execute(statement, parameters));
  }
}

type Shares = readonly (readonly [value: number | string, share: Share])[];

const LISTED = { position: '0', status: 'a.status' };
