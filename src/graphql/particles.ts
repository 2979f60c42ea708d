import { Injectable } from '@nestjs/common';
import type { ArticleSectionView, ArticleView } from '../modules/articles/domain/article-view.js';
import type { TagPlacement } from '../modules/articles/domain/placement.js';
import { type Author as AuthorEntity, displayName } from '../modules/authors/domain/author.entity.js';
import { AuthorPresenter } from '../modules/authors/http/author.presenter.js';
import { PermalinksService } from '../modules/permalinks/permalinks.service.js';
import { type Section as SectionEntity, SectionStatus } from '../modules/sections/domain/section.entity.js';
import { webAddress } from './addresses.js';
import { ContentTrees } from './content-trees.js';
import { type ImageModel, Images } from './images.js';
import type { Reading } from './reading.js';
import type { ContentTree } from './types/content.types.js';
import type { SectionStatus as ShownStatus } from './types/enums.js';
import type { Author, Post, Section, Tag } from './types/post.types.js';
import type { LinkOut, PageMap } from './types/particle.type.js';

type Awaitable<T> = T | Promise<T>;
/** A particle whose image knows its crops; what is not at hand is read when it is asked for. */
type Model<T, Name extends string> = Omit<T, 'image' | 'linkOut' | 'subtitle'> & {
  readonly __typename: Name;
  readonly image: Awaitable<ImageModel | null>;
  readonly linkOut: Awaitable<LinkOut | null>;
  readonly subtitle: Awaitable<string | null>;
};

export type AuthorModel = Model<Author, 'Author'>;
export type SectionModel = Model<Section, 'Section'>;
export type PostModel = Omit<Model<Post, 'Post'>, 'authors' | 'primarySections' | 'regularSections'> & {
  readonly authors: readonly AuthorModel[];
  readonly primarySections: readonly SectionModel[];
  readonly regularSections: readonly SectionModel[];
};

/** What GraphQL calls an Int. */
const MAX_INT = 2_147_483_647;
const STATUSES: Readonly<Record<SectionStatus, ShownStatus>> = {
  [SectionStatus.Private]: 'PRIVATE',
  [SectionStatus.Public]: 'PUBLIC',
  [SectionStatus.Unlisted]: 'UNLISTED',
};

export const statusOf = (shown: ShownStatus): SectionStatus =>
  ({ PRIVATE: SectionStatus.Private, PUBLIC: SectionStatus.Public, UNLISTED: SectionStatus.Unlisted })[shown];

/** Posts, authors, sections and tags as GraphQL shows them; what costs something is a getter. */
@Injectable()
export class Particles {
  constructor(
    private readonly permalinks: PermalinksService,
    private readonly authors: AuthorPresenter,
    private readonly images: Images,
    private readonly trees: ContentTrees,
  ) {}

  post(article: ArticleView, reading: Reading): PostModel {
    const { images, trees } = this;
    const image = images.leadOf(article);
    const video = webAddress(article.video);
    const section = (placement: ArticleSectionView) => this.placedSection(placement, reading);
    const tag = (placement: TagPlacement) => this.tag(placement);
    const author = (view: ArticleView['authors'][number]) => this.articleAuthor(view, article, reading);
    // However often it is asked for, it is made once.
    let tree: Promise<ContentTree> | undefined;
    const sections = article.sections.filter(({ status }) => reading.maySee(status));
    return {
      __typename: 'Post',
      id: article.id,
      title: article.headline,
      subtitle: article.subheadline,
      breadcrumbTitle: article.headline,
      publishedAt: article.createdTs > MAX_INT ? null : article.createdTs,
      video: video === null ? null : { href: video },
      image,
      linkOut: image?.linkOut ?? null,
      get pages() {
        return trees.pagesOf(article);
      },
      get content() {
        return (tree ??= trees.treeOf(article, reading));
      },
      get authors() {
        return article.authors.map(author);
      },
      get primarySections() {
        return sections.filter(({ isPrimary }) => isPrimary).map(section);
      },
      get regularSections() {
        return sections.filter(({ isPrimary }) => !isPrimary).map(section);
      },
      get primaryTags() {
        return article.tags.filter(({ isPrimary }) => isPrimary).map(tag);
      },
      get regularTags() {
        return article.tags.filter(({ isPrimary }) => !isPrimary).map(tag);
      },
    };
  }

  author(author: AuthorEntity): AuthorModel {
    const image = author.portrait && this.images.ofLibrary(author.portrait);
    return this.shownAuthor(author, image, author.bio ?? null);
  }

  section(section: SectionEntity): SectionModel {
    const model = this.shownSection(section);
    return {
      ...model,
      image: this.headerOf(section),
      linkOut: linkOutOf(section, model.pages),
    };
  }

  tag({ slug, title }: TagPlacement): Tag {
    return { id: slug, slug, title, pages: this.page(`/tag/${slug}`) };
  }

  private articleAuthor(
    view: ArticleView['authors'][number],
    { images }: ArticleView,
    reading: Reading,
  ): AuthorModel {
    const portrait = images.get(view.imageId ?? 0);
    const image = portrait ? this.images.ofLibrary(portrait) : null;
    const model = this.shownAuthor(view, image, null);
    return {
      ...model,
      get subtitle() {
        return reading.authors.load(view.id).then((author) => author?.bio ?? null);
      },
    };
  }

  private shownAuthor(
    author: Pick<AuthorEntity, 'id' | 'name' | 'firstName' | 'lastName'>,
    image: ImageModel | null,
    subtitle: string | null,
  ): AuthorModel {
    const title = displayName(author);
    const pages = { web: { href: this.authors.profileUrl(author) }, amp: null };
    return {
      __typename: 'Author',
      id: author.id,
      title,
      breadcrumbTitle: title,
      subtitle,
      image,
      pages,
      video: null,
      linkOut: null,
    };
  }

  /** A section as its posts know it; the rest is read when it is asked for. */
  private placedSection(placement: ArticleSectionView, reading: Reading): SectionModel {
    const { sectionId: id, fullUrl, title, status } = placement;
    const model = this.shownSection({ id, url: fullUrl.split('/').at(-1) ?? '', fullUrl, title, status });
    const whole = async <T>(read: (section: SectionEntity) => T) => {
      const section = await reading.sections.load(id);
      return section && read(section);
    };
    const headerOf = (section: SectionEntity) => this.headerOf(section);
    return {
      ...model,
      get image() {
        return whole(headerOf);
      },
      get linkOut() {
        return whole((section) => linkOutOf(section, model.pages));
      },
    };
  }

  private shownSection(
    section: Pick<SectionEntity, 'id' | 'url' | 'fullUrl' | 'title' | 'status'>,
  ): SectionModel {
    const { id, url: slug, fullUrl: path, title, status } = section;
    return {
      __typename: 'Section',
      id,
      slug,
      path,
      title,
      breadcrumbTitle: title,
      subtitle: null,
      status: STATUSES[status],
      pages: this.page(path),
      image: null,
      video: null,
      linkOut: null,
    };
  }

  private headerOf({ headerImage, urlHeaderImage }: SectionEntity): ImageModel | null {
    return headerImage ? this.images.ofLibrary(headerImage) : this.images.elsewhere(urlHeaderImage);
  }

  private page(path: string): PageMap {
    return { web: { href: this.permalinks.urlOf(path) }, amp: null };
  }
}

function linkOutOf({ pageSettings }: SectionEntity, pages: PageMap): LinkOut | null {
  return pageSettings.open_in_new_tab ? { pages, target: '_blank' } : null;
}
