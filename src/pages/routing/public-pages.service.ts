import { Injectable } from '@nestjs/common';
import { tagSlug } from '../../kernel/slug.js';
import { withoutSlash } from '../../kernel/text.js';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import { type ArticleView, isInPrivateSections } from '../../modules/articles/domain/article-view.js';
import type { Actor } from '../../modules/auth/domain/actor.js';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { type ListPage, ListPages, type Turned } from '../lists/list-pages.js';
import type { MissingModel } from '../models/page-models.js';
import { type Found, PageFinder } from './page-finder.js';
import { turnedTo } from '../http/kept-query.js';
import { PageTheme } from '../models/page-theme.js';
import { PostPages } from '../post/post-pages.js';
import { rendered, type RenderedPage } from '../models/rendered-page.js';
import { SitePages } from '../models/site-pages.js';

const TAG = '/tag/';
const AUTHOR = '/u/';
const MISSING: MissingModel = { status: 404 };
const GONE: MissingModel = { status: 410 };

/** The pages behind the URLs that the service hands out. */
@Injectable()
export class PublicPagesService {
  constructor(
    private readonly finder: PageFinder,
    private readonly pages: SitePages,
    private readonly posts: PostPages,
    private readonly lists: ListPages,
    private readonly authors: AuthorsService,
    private readonly theme: PageTheme,
  ) {}

  /**
   * @param path decoded, as it was asked for
   * @param number of the page, where there are several
   * @param actor null for readers without a key
   */
  async page(path: string, number: number, actor: Actor | null): Promise<RenderedPage> {
    const page = { number, showsPrivate: actor?.may('articles.read') === true };
    if (path === '/') return this.list(await this.lists.home(page));
    if (path.startsWith(TAG)) return this.tag(path, page);
    if (path.startsWith(AUTHOR)) return this.author(path, page);
    const plain = withoutSlash(path);
    const found = await this.finder.find(plain, actor);
    // One URL for each page.
    if (plain !== path && (found.kind === 'post' || found.kind === 'section'))
      return redirect(this.pages.urlOf(plain), found.kind === 'post' ? 1 : number);
    return this.found(found, page);
  }

  /** A draft, for somebody who may read it. */
  async draft(path: string, actor: Actor): Promise<RenderedPage> {
    const article = await this.finder.draft(withoutSlash(path), actor);
    return article ? this.hidden(article) : this.missing(MISSING);
  }

  /**
   * The article that a preview link opens, null when the path leads elsewhere:
   * once everybody may see its post, the link leads there.
   *
   * @param isOpen whether readers need no password of the site
   */
  async preview(path: string, articleId: number, isOpen: boolean): Promise<RenderedPage | null> {
    if (path === '/' || path.startsWith(TAG) || path.startsWith(AUTHOR)) return null;
    const article = await this.finder.previewed(withoutSlash(path), articleId);
    if (!article) return null;
    const isPublic = article.status === ArticleStatus.Published && !isInPrivateSections(article);
    if (!isPublic || !isOpen) return this.hidden(article);
    return redirect(this.posts.urlOf(article, false), 1, 302);
  }

  /** Shown to those who may see it, found and linked to by nobody. */
  private async hidden(article: ArticleView): Promise<RenderedPage> {
    const { page, post } = await this.posts.post(article, true);
    return rendered(200, this.theme.post(page, post));
  }

  private found(found: Found, page: Turned): Promise<RenderedPage> | RenderedPage {
    switch (found.kind) {
      case 'post':
        return this.post(found.article, found.isAmp, page.number);
      case 'section':
        return this.lists.section(found.section, page).then((list) => this.list(list));
      case 'redirect':
        return redirect(found.url, found.isPost ? 1 : page.number, found.status);
      case 'gone':
        return this.missing(GONE);
      case 'nothing':
        return this.missing(MISSING);
    }
  }

  private async post(article: ArticleView, isAmp: boolean, number: number): Promise<RenderedPage> {
    // Or there would be as many copies of it as there are numbers.
    if (number !== 1) return redirect(this.posts.urlOf(article, isAmp), 1);
    const { page, post } = await this.posts.post(article);
    const html = isAmp ? this.theme.ampPost(page, post) : this.theme.post(page, post);
    const modified = this.pages.lastModified(article.updatedTs);
    return rendered(200, html, { articleId: article.id, modified, isAmp });
  }

  private async tag(path: string, page: Turned): Promise<RenderedPage> {
    const asked = withoutSlash(path.slice(TAG.length));
    const slug = tagSlug(asked);
    if (slug === '') return this.missing(MISSING);
    const url = `${TAG}${slug}`;
    const isSame = url === path;
    const list = await this.lists.tag(slug, isSame ? page : { ...page, number: 1 });
    return list && !isSame ? redirect(this.pages.urlOf(url), page.number) : this.list(list);
  }

  /** The interface shows their URLs with a slash at the end. */
  private async author(path: string, page: Turned): Promise<RenderedPage> {
    const name = withoutSlash(path.slice(AUTHOR.length));
    const author = name === '' || name.includes('/') ? null : await this.authors.findByName(name);
    if (author?.name !== name) return this.formerAuthor(name, page.number);
    if (path !== `${AUTHOR}${name}/`) return redirect(this.pages.authorUrl(name), page.number);
    return this.list(await this.lists.author(author, page));
  }

  private async formerAuthor(formerName: string, number: number): Promise<RenderedPage> {
    const name = await this.authors.findRenamed(formerName);
    return name === null ? this.missing(MISSING) : redirect(this.pages.authorUrl(name), number);
  }

  private list(list: ListPage | null): Promise<RenderedPage> | RenderedPage {
    return list ? rendered(200, this.theme.list(list.page, list.list)) : this.missing(MISSING);
  }

  private async missing(missing: MissingModel): Promise<RenderedPage> {
    const page = await this.pages.page({
      title: '',
      url: null,
      head: { isIndexed: false },
    });
    return rendered(missing.status, this.theme.missing(page, missing));
  }
}

/** @param number of the page that was asked for */
const redirect = (url: string, number: number, status = 301): RenderedPage =>
  rendered(status, '', { location: turnedTo(url, number) });
