import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ArticleSearch, type SearchDocument } from '../../modules/articles/listing/article-search.js';
import { ArticleRecord } from '../../modules/articles/domain/article-record.js';
import { Author } from '../../modules/authors/domain/author.entity.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { Section } from '../../modules/sections/domain/section.entity.js';
import { Database, type SqlValue } from '../../platform/database/database.js';
import { RecordMapper } from '../../platform/database/rows/record-mapper.js';
import { print, withApplication } from '../context.js';
import { firstKeyNote } from '../first-key-note.js';
import { progressBar } from '../progress/progress-bar.js';
import { AUTHORS, SECTIONS, seedArticle, seedAuthor, type SeededArticle, seedSection } from './seed-data.js';

const BATCH = 250;

/** Makes sure that there are so many made-up posts; the n-th is the same in every database. */
export async function seed(posts: number): Promise<void> {
  await withApplication(async (app) => {
    const database = app.get(Database);
    const unitOfWork = app.get<UnitOfWork>(UnitOfWork);
    const writer = new SeedWriter(
      database,
      app.get<ArticleSearch>(ArticleSearch),
      app.get(PermalinksService),
    );
    const [row] = await database.rows<{ present: number }>(
      `SELECT COUNT(*) AS present FROM articles WHERE provider_id = 0 AND provider_post_id LIKE 'seed-%'`,
    );
    const present = row?.present ?? 0;
    const note = await firstKeyNote(app);
    if (note !== null) print(note);
    const bar = progressBar('posts seeded', 'Seeding {bar} {value}/{total} | {eta_formatted} left');
    bar.start(posts, present);
    if (present < posts) await unitOfWork.run(() => writer.prepare());
    for (let done = present; done < posts; done += BATCH) {
      await unitOfWork.run(() => writer.write(done, Math.min(BATCH, posts - done)));
      bar.update(Math.min(posts, done + BATCH));
    }
    bar.stop();
    print(`There are ${Math.max(posts, present)} seeded posts, ${Math.max(0, posts - present)} of them new.`);
  });
}

const LISTED = ['status', 'created_ts'];
const listed = ({ status, createdTs }: ArticleRecord): SqlValue[] => [status, createdTs];

function documentOf({ record, tags }: SeededArticle): SearchDocument {
  const { id, createdTs, headline, subheadline, description } = record;
  const text = (description ?? '').replaceAll(/<\/?p>/g, ' ');
  return { articleId: id, createdTs, texts: [headline, subheadline ?? '', ...tags, text] };
}

/** Writes rows in large statements, past the rules that hold for what clients send. */
class SeedWriter {
  private readonly articles: RecordMapper<ArticleRecord>;
  private authorIds: number[] = [];
  private sectionIds: number[] = [];

  constructor(
    private readonly database: Database,
    private readonly search: ArticleSearch,
    private readonly permalinks: PermalinksService,
  ) {
    this.articles = new RecordMapper(database, ArticleRecord);
  }

  async prepare(): Promise<void> {
    this.authorIds = [];
    this.sectionIds = [];
    for (let n = 0; n < AUTHORS; n++)
      this.authorIds.push(await this.ensure(Author, { name: seedAuthor(n).name }, seedAuthor(n)));
    for (let n = 0; n < SECTIONS; n++) this.sectionIds.push(await this.ensureSection(seedSection(n)));
  }

  async write(first: number, count: number): Promise<void> {
    const [row] = await this.database.rows<{ highest: number | null }>(
      'SELECT MAX(id) AS highest FROM articles',
    );
    const firstId = (row?.highest ?? 0) + 1;
    const seeds = Array.from({ length: count }, (_, index) => seedArticle(first + index, firstId + index));
    await this.articles.insertAll(seeds.map(({ record }) => record));
    const paths = seeds.map(({ record }): SqlValue[] => [record.path, record.id, 'current']);
    await this.database.insertRows('article_paths', ['path', 'article_id', 'state'], paths);
    const ids = seeds.map(({ record: { id, providerId, providerPostId } }): SqlValue[] => [
      providerId,
      providerPostId,
      Buffer.byteLength(providerPostId ?? ''),
      id,
    ]);
    await this.database.insertRows(
      'provider_posts',
      ['provider_id', 'provider_post_id', 'bytes', 'article_id'],
      ids,
    );
    const authors = seeds.map(({ record, author }): SqlValue[] => [
      record.id,
      this.authorIds[author] ?? 1,
      0,
      ...listed(record),
    ]);
    await this.database.insertRows(
      'article_authors',
      ['article_id', 'author_id', 'position', ...LISTED],
      authors,
    );
    const sections = seeds.map(({ record, section }): SqlValue[] => [
      record.id,
      this.sectionIds[section] ?? 0,
      0,
      1,
      ...listed(record),
    ]);
    await this.database.insertRows(
      'article_sections',
      ['article_id', 'section_id', 'position', 'is_primary', ...LISTED],
      sections,
    );
    const tags = seeds.flatMap(({ record, tags: titles }) =>
      titles.map((title, position): SqlValue[] => [record.id, title, title, position, 0, ...listed(record)]),
    );
    await this.database.insertRows(
      'article_tags',
      ['article_id', 'slug', 'title', 'position', 'is_primary', ...LISTED],
      tags,
    );
    await this.search.put(seeds.map(documentOf));
  }

  private async ensureSection(seeded: Section): Promise<number> {
    const { url, fullUrl } = seeded;
    const id = await this.ensure(Section, { url }, seeded);
    await this.permalinks.claimForSection(fullUrl, id);
    return id;
  }

  private async ensure<T extends Author | Section>(
    entity: new () => T,
    key: Partial<Record<string, string>>,
    seeded: T,
  ): Promise<number> {
    const known = await this.database.manager.findOneBy<Author | Section>(entity, key);
    return (known ?? (await this.database.manager.save<Author | Section>(seeded))).id;
  }
}
