import { MAX_INT32 } from '../../kernel/units.js';
import { type Author as AuthorEntity, displayName } from '../../modules/authors/domain/author.entity.js';
import type { ArticleSectionView, ArticleView } from '../../modules/articles/domain/article-view.js';
import type { TagPlacement } from '../../modules/articles/domain/placement.js';
import {
  type Section as SectionEntity,
  SectionStatus,
} from '../../modules/sections/domain/section.entity.js';
import type { OwnField, OwnValue } from '../../modules/articles/domain/own-fields.js';
import { loadableAddress } from './addresses.js';
import type { ContentTrees } from './content-trees.js';
import type { ImageModel, Images } from './images.js';
import type { PostLinks } from './post-links.js';
import type { RequestContext } from '../request-context.js';
import type { ContentTree } from '../schema/content.types.js';
import type { SectionStatus as ShownStatus } from '../schema/enums.js';
import type { LinkOut, PageMap, Particle, Video } from '../schema/particle.type.js';
import type { Author, Post, Section, Tag } from '../schema/post.types.js';

type Awaitable<T> = T | Promise<T>;
/** The fields of a particle; its image knows its crops, and some of them are read when they are asked for. */
type Model<T extends Particle, Read extends keyof T = never> = Omit<T, 'image' | Read> & {
  readonly image: Awaitable<ImageModel | null>;
} & { readonly [Name in Read]: Awaitable<T[Name]> };

/** The range of an Int of GraphQL. */
const MIN_INT = -2_147_483_648;
/** A number, where an Int of GraphQL can hold it. */
export const intOrNull = (value: number): number | null =>
  value > MAX_INT32 || value < MIN_INT ? null : value;

const STATUSES: Readonly<Record<SectionStatus, ShownStatus>> = {
  [SectionStatus.Private]: 'PRIVATE',
  [SectionStatus.Public]: 'PUBLIC',
  [SectionStatus.Unlisted]: 'UNLISTED',
};

export const statusOf = (shown: ShownStatus): SectionStatus =>
  ({ PRIVATE: SectionStatus.Private, PUBLIC: SectionStatus.Public, UNLISTED: SectionStatus.Unlisted })[shown];

/** The parts that models look up when their field is asked for. */
export interface ParticleParts {
  readonly images: Images;
  readonly trees: ContentTrees;
  readonly links: PostLinks;
  headerOf(section: SectionEntity): ImageModel | null;
  articleAuthor(
    author: ArticleView['authors'][number],
    article: ArticleView,
    request: RequestContext,
  ): AuthorModel;
  placedSection(placement: ArticleSectionView, request: RequestContext): SectionModel;
  tag(placement: TagPlacement): Tag;
}

/**
 * A post; what is not asked for is not made. A class: getters of an object
 * literal take longer than all they save.
 */
export class PostModel implements Model<Omit<Post, 'authors' | 'primarySections' | 'regularSections'>> {
  readonly __typename = 'Post';
  private tree: Promise<ContentTree> | undefined;

  /** @internal */
  constructor(
    private readonly article: ArticleView,
    private readonly request: RequestContext,
    private readonly parts: ParticleParts,
  ) {}

  get id(): number {
    return this.article.id;
  }

  get title(): string {
    return this.article.headline;
  }

  get breadcrumbTitle(): string {
    return this.article.headline;
  }

  get subtitle(): string | null {
    return this.article.subheadline;
  }

  get publishedAt(): number | null {
    return intOrNull(this.article.createdTs);
  }

  get video(): Video | null {
    const href = loadableAddress(this.article.video);
    return href === null ? null : { href };
  }

  get image(): ImageModel | null {
    return this.parts.images.leadOf(this.article);
  }

  get linkOut(): LinkOut | null {
    return this.image?.linkOut ?? null;
  }

  get pages(): PageMap {
    return this.parts.links.pagesOf(this.article);
  }

  /** However often it is asked for, it is made once. */
  get content(): Promise<ContentTree> {
    return (this.tree ??= this.parts.trees.treeOf(this.article, this.request));
  }

  get authors(): AuthorModel[] {
    return this.article.authors.map((author) => this.parts.articleAuthor(author, this.article, this.request));
  }

  get primarySections(): SectionModel[] {
    return this.sections(true);
  }

  get regularSections(): SectionModel[] {
    return this.sections(false);
  }

  get primaryTags(): Tag[] {
    return this.tags(true);
  }

  get regularTags(): Tag[] {
    return this.tags(false);
  }

  /** The value of a field of the extension. */
  ownValue(field: OwnField): OwnValue | null {
    return field.of(this.article);
  }

  private sections(primary: boolean): SectionModel[] {
    return this.article.sections
      .filter(({ isPrimary, status }) => isPrimary === primary && this.request.maySee(status))
      .map((placement) => this.parts.placedSection(placement, this.request));
  }

  private tags(primary: boolean): Tag[] {
    return this.article.tags
      .filter(({ isPrimary }) => isPrimary === primary)
      .map((placement) => this.parts.tag(placement));
  }
}

export class AuthorModel implements Model<Author, 'subtitle'> {
  readonly __typename = 'Author';
  readonly id: number;
  readonly title: string;
  readonly breadcrumbTitle: string;
  readonly video = null;
  readonly linkOut = null;

  /** @internal */
  constructor(
    author: Pick<AuthorEntity, 'id' | 'name' | 'firstName' | 'lastName'>,
    readonly pages: PageMap,
    readonly image: ImageModel | null,
    private readonly bio: () => Awaitable<string | null>,
  ) {
    this.id = author.id;
    this.title = this.breadcrumbTitle = displayName(author);
  }

  get subtitle(): Awaitable<string | null> {
    return this.bio();
  }
}

export class SectionModel implements Model<Section, 'linkOut'> {
  readonly __typename = 'Section';
  readonly id: number;
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  readonly breadcrumbTitle: string;
  readonly status: ShownStatus;
  readonly subtitle = null;
  readonly video = null;

  /** @internal */
  constructor(
    { id, url, fullUrl, title, status }: Pick<SectionEntity, 'id' | 'url' | 'fullUrl' | 'title' | 'status'>,
    readonly pages: PageMap,
    private readonly parts: ParticleParts,
    private readonly whole: () => Promise<SectionEntity | null>,
  ) {
    this.id = id;
    this.slug = url;
    this.path = fullUrl;
    this.title = this.breadcrumbTitle = title;
    this.status = STATUSES[status];
  }

  get image(): Promise<ImageModel | null> {
    return this.whole().then((section) => section && this.parts.headerOf(section));
  }

  get linkOut(): Promise<LinkOut | null> {
    return this.whole().then((section) =>
      section?.pageSettings.open_in_new_tab ? { pages: this.pages, target: '_blank' } : null,
    );
  }
}
