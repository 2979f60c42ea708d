import { Injectable } from '@nestjs/common';
import type { ArticleSectionView, ArticleView } from '../../modules/articles/domain/article-view.js';
import type { TagPlacement } from '../../modules/articles/domain/placement.js';
import type { Author as AuthorEntity } from '../../modules/authors/domain/author.entity.js';
import { AuthorPresenter } from '../../modules/authors/http/author.presenter.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import type { Section as SectionEntity } from '../../modules/sections/domain/section.entity.js';
import { ContentTrees } from './content-trees.js';
import { type ImageModel, Images } from './images.js';
import { AuthorModel, type ParticleParts, PostModel, SectionModel } from './particle.models.js';
import { PostLinks } from './post-links.js';
import type { RequestContext } from '../request-context.js';
import type { PageMap } from '../schema/particle.type.js';
import type { Tag } from '../schema/post.types.js';

/** Posts, authors, sections and tags as GraphQL shows them. */
@Injectable()
export class PostPresenter implements ParticleParts {
  constructor(
    private readonly permalinks: PermalinksService,
    private readonly authors: AuthorPresenter,
    readonly images: Images,
    readonly trees: ContentTrees,
    readonly links: PostLinks,
  ) {}

  post(article: ArticleView, request: RequestContext): PostModel {
    return new PostModel(article, request, this);
  }

  author(author: AuthorEntity): AuthorModel {
    const image = author.portrait && this.images.ofLibrary(author.portrait);
    return new AuthorModel(author, this.profileOf(author), image, () => author.bio ?? null);
  }

  /** An author as its posts know it; the rest is read when it is asked for. */
  articleAuthor(
    author: ArticleView['authors'][number],
    { images }: ArticleView,
    request: RequestContext,
  ): AuthorModel {
    const portrait = images.get(author.imageId ?? 0);
    const image = portrait ? this.images.ofLibrary(portrait) : null;
    return new AuthorModel(author, this.profileOf(author), image, async () => {
      const whole = await request.authors.load(author.id);
      return whole?.bio ?? null;
    });
  }

  section(section: SectionEntity): SectionModel {
    return new SectionModel(section, this.page(section.fullUrl), this, () => Promise.resolve(section));
  }

  /** A section as its posts know it; the rest is read when it is asked for. */
  placedSection(
    { sectionId: id, fullUrl, title, status }: ArticleSectionView,
    request: RequestContext,
  ): SectionModel {
    const url = fullUrl.slice(fullUrl.lastIndexOf('/') + 1);
    const facts = { id, url, fullUrl, title, status };
    return new SectionModel(facts, this.page(fullUrl), this, () => request.sections.load(id));
  }

  tag({ slug, title }: TagPlacement): Tag {
    return { id: slug, slug, title, pages: this.page(`/tag/${slug}`) };
  }

  headerOf({ headerImage, urlHeaderImage }: SectionEntity): ImageModel | null {
    return headerImage ? this.images.ofLibrary(headerImage) : this.images.elsewhere(urlHeaderImage);
  }

  private profileOf(author: Pick<AuthorEntity, 'name'>): PageMap {
    return { web: { href: this.authors.profileUrl(author) }, amp: null };
  }

  private page(path: string): PageMap {
    return { web: { href: this.permalinks.urlOf(path) }, amp: null };
  }
}
