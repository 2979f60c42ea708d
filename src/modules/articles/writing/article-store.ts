import { Injectable } from '@nestjs/common';
import { TakenError } from '../../../kernel/errors.js';
import { ContentService } from '../../content/rendering/content.service.js';
import type { PermalinkParts } from '../../permalinks/permalink-strategy.js';
import { PermalinksService } from '../../permalinks/permalinks.service.js';
import { ArticleRenderer } from './article-renderer.js';
import { ArticleSearch, type SearchDocument } from '../listing/article-search.js';
import { ArticleNotifier } from '../article-notifier.js';
import { Article, copyOf } from '../domain/article.js';
import type { ArticleRelations } from '../domain/article-view.js';
import { verbOf } from '../domain/article-events.js';
import { ArticlesRepository } from '../domain/articles.repository.js';
import { nameItems, newItems, NOT_RENDERED } from '../domain/listicle.js';
import { leadingSection } from '../domain/placement.js';

/**
 * Loads articles for a change and saves them with all that follows from it:
 * paths, ids of items, what is found.
 */
@Injectable()
export class ArticleStore {
  /** Copies of articles at the time of loading. */
  private readonly loaded = new WeakMap<Article, Article>();

  constructor(
    private readonly articles: ArticlesRepository,
    private readonly permalinks: PermalinksService,
    private readonly content: ContentService,
    private readonly search: ArticleSearch,
    private readonly renderer: ArticleRenderer,
    private readonly notifier: ArticleNotifier,
  ) {}

  /** Loads the article and locks it until the transaction ends. @throws NotFoundError */
  async loadForUpdate(id: number): Promise<Article> {
    const article = await this.articles.getForUpdate(id);
    this.loaded.set(article, copyOf(article));
    return article;
  }

  /** @throws ChangedError when it is at none of the versions */
  mustMatch(article: Article, versions: readonly number[] | undefined): Promise<void> {
    return this.articles.mustMatch(article, versions);
  }

  /**
   * The article as it was loaded, when it has been given another version and time and nothing else differs.
   */
  unchanged(article: Article): Article | null {
    return this.articles.isChanged(article) ? null : (this.loaded.get(article) ?? null);
  }

  /**
   * @param formerPaths by which readers knew it elsewhere
   * @returns warnings about texts that had to be rendered again
   */
  async add(article: Article, formerPaths: readonly string[] = []): Promise<readonly string[]> {
    const verb = verbOf(null, article);
    await this.notifier.before(verb, article, null);
    article.basename = this.permalinks.basename(article.manualBasename, article.headline);
    article.path = `/${article.basename}`;
    await this.articles.add(article);
    await this.takeExternalId(article);
    await this.claimPaths(article);
    for (const path of formerPaths) await this.permalinks.addFormer(path, article.id);
    const warnings = await this.writeRows(article);
    if (article.isPublished) await this.search.put([{ ...this.documentOf(article), isNew: true }]);
    await this.notifier.after(verb, article, null, []);
    return warnings;
  }

  /** @returns warnings about texts that had to be rendered again */
  async save(article: Article): Promise<readonly string[]> {
    const before = this.loaded.get(article);
    if (!before) throw new Error('Only an article that was loaded for update can be saved.');
    const verb = verbOf(before, article);
    await this.notifier.before(verb, article, before);
    this.assignSlug(article, before);
    await this.freeOrReclaimPaths(article, before);
    if (!article.isRemoved) await this.claimPaths(article, before.isRemoved ? undefined : before);
    const warnings = await this.writeRows(article);
    await this.updateSearch(article, before);
    await this.notifier.after(verb, article, before, this.articles.changedFieldsOf(article));
    return warnings;
  }

  /** Relations of an article that was loaded or saved in this transaction. */
  relationsOf(article: Article): Promise<ArticleRelations> {
    return this.articles.relationsOf(article);
  }

  /** Lets the paths follow the URL of a section that has changed since the article got them. */
  async followSection(article: Article): Promise<void> {
    const { path, ampPath } = article;
    const pages = article.pageList ?? [];
    const next = await this.permalinks.follow(this.permalinkParts(article), pages, path);
    const nextAmp = await this.permalinks.followAmp(this.permalinkParts(article), pages, ampPath);
    if (next.path === path && nextAmp === ampPath) return;
    await this.move(article, async () => {
      if (next.path !== path) await this.permalinks.leave(path, article.id, article.wasPublic);
      if (ampPath !== null && ampPath !== nextAmp)
        await this.permalinks.leave(ampPath, article.id, article.wasPublic);
      Object.assign(article, { ...next, ampPath: nextAmp });
    });
  }

  /** Gives an article another path in place of one that a section has taken. */
  async yieldPath(id: number, path: string): Promise<void> {
    const article = await this.articles.getForUpdate(id);
    await this.move(article, async () => {
      const pages = article.pageList ?? [];
      if (article.path === path)
        Object.assign(article, await this.permalinks.claim(this.permalinkParts(article), pages));
      const wantedAmp = this.wantedAmpPath(article);
      if (article.ampPath === path && wantedAmp !== null)
        article.ampPath = await this.permalinks.claimAmp(wantedAmp, id);
    });
  }

  /** Brings what is rendered, shown and found of an article up to date, after a change of the rules. */
  async reindex(id: number): Promise<void> {
    const article = await this.articles.getForUpdate(id);
    await this.renderer.rerender(article);
    await this.articles.save(article);
    await this.articles.deriveAnew(article);
    await (article.isPublished ? this.search.put([this.documentOf(article)]) : this.search.remove(id));
  }

  private async move(article: Article, takePaths: () => Promise<void>): Promise<void> {
    const was = copyOf(article);
    await takePaths();
    article.version += 1;
    await this.articles.save(article);
    await this.notifier.after('move', article, was, this.articles.changedFieldsOf(article));
  }

  /** A removed article frees its paths and its external id; a restored one claims them again. */
  private async freeOrReclaimPaths(article: Article, before: Readonly<Article>): Promise<void> {
    if (article.isRemoved) {
      await this.permalinks.free(article.id);
      if (article.providerPostId) await this.articles.freeProviderPostId(article.id);
    } else if (before.isRemoved) {
      await this.takeExternalId(article);
      await this.permalinks.revive(article.id);
    }
  }

  /** @throws TakenError */
  private async takeExternalId(article: Article): Promise<void> {
    const holder = await this.articles.takeProviderPostId(article);
    if (holder === null) return;
    const message = `The article ${holder} of this provider has this provider_post_id.`;
    const fault = { field: 'provider_post_id', message: 'is taken' };
    throw new TakenError('provider-post-id-taken', message, holder, [fault]);
  }

  private async writeRows(article: Article): Promise<readonly string[]> {
    const { listicle } = article;
    if (listicle) {
      article.listicle = nameItems(listicle, await this.articles.newItemIds(article.id, newItems(listicle)));
    }
    if (await this.articles.save(article)) return [];
    // Shortcodes were rendered before the transaction began; what they show may have been removed since.
    const warnings = await this.renderer.rerender(article);
    await this.articles.save(article);
    return warnings;
  }

  /**
   * The slug may follow what it is made of until readers have seen it; after that, only when it is asked to.
   */
  private assignSlug(article: Article, before: Readonly<Article>): void {
    const { manualBasename, headline } = article;
    const isRenamed =
      (before.manualBasename ?? '') !== (manualBasename ?? '') ||
      (!manualBasename && !before.wasPublic && before.headline !== headline);
    if (isRenamed) article.basename = this.permalinks.basename(manualBasename, headline);
  }

  /** Takes the article's paths in the site; those that readers knew before go on leading to it. */
  private async claimPaths(article: Article, before?: Readonly<Article>): Promise<void> {
    const pages = article.pageList ?? [];
    const former = before && this.permalinks.wantedPath(this.permalinkParts(before), before.pageList ?? []);
    if (this.permalinks.wantedPath(this.permalinkParts(article), pages) !== former) {
      await this.holdSectionUrl(article);
      const { path, basename } = await this.permalinks.claim(this.permalinkParts(article), pages);
      article.path = path;
      article.basename = basename;
      if (before && before.path !== path) {
        await this.permalinks.leave(before.path, article.id, before.wasPublic);
      }
    }
    const wantedAmp = this.wantedAmpPath(article);
    const hasWanted = (wantedAmp === null) === (article.ampPath === null);
    if (before && hasWanted && wantedAmp === this.wantedAmpPath(before)) return;
    article.ampPath = wantedAmp === null ? null : await this.permalinks.claimAmp(wantedAmp, article.id);
    if (before?.ampPath && before.ampPath !== article.ampPath) {
      await this.permalinks.leave(before.ampPath, article.id, before.wasPublic);
    }
  }

  /**
   * Its section may have got another URL since it was read, and the pass over the posts of the section may
   * have been before this one came.
   */
  private async holdSectionUrl(article: Article): Promise<void> {
    const leading = leadingSection(article.placement.sections);
    if (!leading || !this.permalinks.dependsOnSection) return;
    const fullUrl = (await this.articles.holdSectionUrl(leading.sectionId)) ?? leading.fullUrl;
    const sections = article.placement.sections.map((one) => (one === leading ? { ...one, fullUrl } : one));
    article.placement = { ...article.placement, sections };
  }

  private wantedAmpPath(article: Readonly<Article>): string | null {
    return this.permalinks.wantedAmpPath(this.permalinkParts(article), article.pageList ?? []);
  }

  private permalinkParts({ id, basename, createdTs, placement }: Readonly<Article>): PermalinkParts {
    return { id, basename, createdTs, sectionPath: leadingSection(placement.sections)?.fullUrl ?? null };
  }

  private async updateSearch(article: Article, before: Readonly<Article>): Promise<void> {
    if (!article.isPublished) {
      if (before.isPublished) await this.search.remove(article.id);
      return;
    }
    const [formerly, found] = [searchKeyOf(before), searchKeyOf(article)];
    const isSame = before.isPublished && found.every((item, index) => item === formerly[index]);
    if (!isSame) await this.search.put([this.documentOf(article)]);
  }

  private documentOf(article: Article): SearchDocument {
    const { id, createdTs, headline, subheadline, description, listicle, placement } = article;
    const texts = [headline, subheadline ?? '', ...placement.tags.map(({ title }) => title)];
    if (description) texts.push(this.content.textOf(description));
    for (const { rendered = NOT_RENDERED, ...item } of listicle?.items ?? []) {
      for (const html of [rendered.headline, rendered.body]) if (html) texts.push(this.content.textOf(html));
      for (const text of [item.headline, item.caption, item.credit]) if (text) texts.push(text);
    }
    return { articleId: id, createdTs, texts };
  }
}

/** The searchable texts of an article, and its position among matches. */
function searchKeyOf({
  createdTs,
  headline,
  subheadline,
  description,
  listicle,
  placement,
}: Readonly<Article>): unknown[] {
  const tags = placement.tags.map(({ title }) => title).join('\n');
  return [createdTs, headline, subheadline, description, listicle, tags];
}
