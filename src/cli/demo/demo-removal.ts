import type { INestApplicationContext } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ArticlesService, Provider } from '../../modules/articles/articles.service.js';
import { Actor } from '../../modules/auth/domain/actor.js';
import { AuthorsRepository } from '../../modules/authors/domain/authors.repository.js';
import { BadgesService } from '../../modules/badges/badges.service.js';
import { ImagesService } from '../../modules/media/images/images.service.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { Database } from '../../platform/database/database.js';
import { demoIds, type DemoParts } from './demo-site.js';

/** Tables whose rows name authors, and would go with them, and the use that a row is. */
const USES_OF_AUTHORS = [
  ['article_authors', 'posts of this site are by them'],
  ['api_keys', 'they have API keys'],
  ['author_identities', 'somebody signs in as them'],
  ['preview_links', 'they have made preview links'],
  ['likes', 'they like posts'],
  ['follows', 'they follow sections'],
] as const;

/** Takes a made-up newspaper out again: what others use by now stays. */
export class DemoRemoval {
  private readonly articles: ArticlesService;
  private readonly actor = new Actor(1, 'demo', ['*']);
  private readonly kept: string[] = [];

  constructor(
    private readonly app: INestApplicationContext,
    private readonly about: number,
  ) {
    this.articles = app.get(ArticlesService);
  }

  /** @returns what stays, in words */
  async run(): Promise<string[]> {
    const { roarSpecificData } = await this.articles.get(this.about, this.actor);
    const { sections, authors, images, badges } = partsOf(roarSpecificData);
    await this.removeArticles();
    const sectionsService = this.app.get(SectionsService);
    for (const id of sections) await this.try(`section ${id}`, () => sectionsService.remove(id, null));
    for (const id of badges) await this.try(`badge ${id}`, () => this.app.get(BadgesService).remove(id));
    for (const id of authors) await this.removeAuthor(id);
    const pictures = this.app.get(ImagesService);
    for (const id of images) await this.try(`image ${id}`, () => pictures.remove(id, false, this.actor));
    await this.removeArticle(this.about);
    return this.kept;
  }

  private async removeArticles(): Promise<void> {
    const ids = demoIds();
    const rows = await this.app.get(Database).rows<{ id: number }>(
      `SELECT id FROM articles
        WHERE provider_id = ? AND provider_post_id IN (${ids.map(() => '?').join(', ')})`,
      [Provider.Import, ...ids],
    );
    for (const { id } of rows) await this.removeArticle(id);
  }

  /** Removed as any article, which those who keep copies are told of; then without a trace. */
  private async removeArticle(id: number): Promise<void> {
    const isRemoved = await this.try(`post ${id}`, () => this.articles.remove(id, this.actor));
    if (!isRemoved) return;
    const { writing } = this;
    await writing.run(() => this.app.get(Database).execute('DELETE FROM articles WHERE id = ?', [id]));
  }

  private async removeAuthor(id: number): Promise<void> {
    const uses: string[] = [];
    for (const [table, use] of USES_OF_AUTHORS) if (await this.names(table, id)) uses.push(use);
    if (uses.length > 0) this.kept.push(`author ${id}: ${uses.join('; ')}`);
    else await this.try(`author ${id}`, () => this.deleteAuthor(id));
  }

  private async deleteAuthor(id: number): Promise<void> {
    const authors = this.app.get<AuthorsRepository>(AuthorsRepository);
    await this.writing.run(async () => authors.remove(await authors.getForUpdate(id)));
  }

  private async names(table: string, authorId: number): Promise<boolean> {
    const statement = `SELECT 1 AS used FROM ${table} WHERE author_id = ? LIMIT 1`;
    return (await this.app.get(Database).rows(statement, [authorId])).length > 0;
  }

  private get writing(): UnitOfWork {
    return this.app.get<UnitOfWork>(UnitOfWork);
  }

  /** @returns whether it is gone; somebody may have removed it before */
  private async try(name: string, remove: () => Promise<void>): Promise<boolean> {
    try {
      await remove();
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) return true;
      if (!(error instanceof ConflictError)) throw error;
      this.kept.push(`${name}: ${error.message}`);
      return false;
    }
  }
}

function partsOf(data: unknown): DemoParts {
  const { demo } = (data ?? {}) as { demo?: Partial<DemoParts> };
  return { sections: [], authors: [], images: [], badges: [], ...demo };
}
