import { Injectable } from '@nestjs/common';
import { type ArticleOrder, select } from '../../modules/articles/listing/article-criteria.js';
import {
  ArticleListsService,
  type PostCriteria,
} from '../../modules/articles/listing/article-lists.service.js';
import type { Author } from '../../modules/authors/domain/author.entity.js';
import { AboutTexts } from '../../modules/content/rendering/about-texts.js';
import { plainText } from '../../kernel/html.js';
import { isWebUrl } from '../../kernel/web-url.js';
import { HOME_ID, type Section, SectionStatus } from '../../modules/sections/domain/section.entity.js';
import type { SectionPlace } from '../../modules/sections/domain/sections.repository.js';
import { CARD_SELECTION, Cards } from './cards.js';
import type { ListModel, PageModel, PictureModel } from '../models/page-models.js';
import { Pictures } from '../post/pictures.js';
import { SectionDirectory } from '../routing/section-directory.js';
import { feedsOf, SitePages } from '../models/site-pages.js';

export interface ListPage {
  readonly page: PageModel;
  readonly list: ListModel;
}

/** Page of a list, and its reader. */
export interface Turned {
  readonly number: number;
  readonly showsPrivate: boolean;
}

interface Listed {
  readonly kind: ListModel['kind'];
  /** Empty for the name of the site. */
  readonly title: string;
  /** Titles for the window and for networks. */
  readonly metaTitle?: string | null;
  readonly url: string;
  readonly criteria: PostCriteria;
  readonly order: ArticleOrder;
  readonly description?: string | undefined;
  readonly more?: Partial<ListModel>;
  readonly isIndexed?: boolean;
}

const CARDS = 20;
/** Limit of pages; posts beyond it are found by searching. */
const MAX_PAGE = 500;
const NEWEST = { by: 'newest' } as const;

/** Pages that list posts: home, sections, tags, authors. Null stands for a page that there is not. */
@Injectable()
export class ListPages {
  constructor(
    private readonly pages: SitePages,
    private readonly lists: ArticleListsService,
    private readonly sections: SectionDirectory,
    private readonly cards: Cards,
    private readonly pictures: Pictures,
    private readonly texts: AboutTexts,
  ) {}

  /** The posts of Home in their order; where Home has none, the newest of the site. */
  async home(page: Turned): Promise<ListPage | null> {
    const home = { kind: 'home', title: '', url: `${this.pages.site.url}/` } as const;
    const criteria = { anySections: [HOME_ID] };
    const order = { by: 'editorial', sectionId: HOME_ID } as const;
    const arranged = await this.listed({ ...home, criteria, order }, page);
    if (arranged && arranged.list.cards.length > 0) return arranged;
    const [first] =
      page.number === 1
        ? []
        : await this.posts({ ...criteria, excludesPrivate: !page.showsPrivate }, NEWEST, {
            offset: 0,
            limit: 1,
          });
    return first ? null : this.listed({ ...home, criteria: {}, order: NEWEST }, page);
  }

  async section(section: Section, page: Turned): Promise<ListPage | null> {
    const { id, title, fullUrl, metaTitle } = section;
    const all = await this.sections.open();
    const link = (place: SectionPlace) => this.pages.sectionLink(place);
    const about = await this.texts.shown(section);
    return this.listed(
      {
        kind: 'section',
        title,
        metaTitle,
        url: this.pages.urlOf(fullUrl),
        criteria: { anySections: [id] },
        order: { by: 'editorial', sectionId: id },
        description: plainText(about) || undefined,
        isIndexed: section.status === SectionStatus.Public,
        more: {
          aboutHtml: about || null,
          picture: this.coverOf(section),
          above: all.filter(({ fullUrl: path }) => fullUrl.startsWith(`${path}/`)).map(link),
          sections: all.filter(({ parentId }) => parentId === id).map(link),
        },
      },
      page,
    );
  }

  private coverOf({ headerImage, urlHeaderImage }: Section): PictureModel | null {
    if (headerImage) return this.pictures.cover(headerImage);
    return urlHeaderImage && isWebUrl(urlHeaderImage) ? this.pictures.elsewhere(urlHeaderImage) : null;
  }

  async tag(slug: string, page: Turned): Promise<ListPage | null> {
    const criteria = { anyTags: [slug] };
    const visible = { ...criteria, excludesPrivate: !page.showsPrivate };
    const [newest] = await this.posts(visible, NEWEST, { offset: 0, limit: 1 });
    if (!newest) return null;
    const title = newest.tags.find((tag) => tag.slug === slug)?.title ?? slug;
    return this.listed(
      { kind: 'tag', title, url: this.pages.urlOf(`/tag/${slug}`), criteria, order: NEWEST },
      page,
    );
  }

  async author(author: Author, page: Turned): Promise<ListPage | null> {
    const { displayName: title, id, bio, portrait } = author;
    const about = await this.texts.shown(author);
    return this.listed(
      {
        kind: 'author',
        title,
        url: this.pages.authorUrl(author.name),
        criteria: { anyAuthors: [id] },
        order: NEWEST,
        description: bio ?? (plainText(about) || undefined),
        more: { aboutHtml: about || null, picture: portrait && this.pictures.whole(portrait) },
      },
      page,
    );
  }

  private async listed(
    { kind, title, metaTitle = null, url, criteria, order, description, more, isIndexed = true }: Listed,
    { number, showsPrivate }: Turned,
  ): Promise<ListPage | null> {
    if (number < 1 || number > MAX_PAGE) return null;
    const offset = (number - 1) * CARDS;
    const all = { ...criteria, excludesPrivate: !showsPrivate };
    const posts = await this.posts(all, order, { offset, limit: CARDS + 1 });
    if (posts.length === 0 && number > 1) return null;
    const urlOf = (wanted: number): string => (wanted === 1 ? url : `${url}?page=${wanted}`);
    const previous = number > 1 ? urlOf(number - 1) : null;
    const next = posts.length > CARDS && number < MAX_PAGE ? urlOf(number + 1) : null;
    const name = title === '' ? this.pages.site.name : title;
    const feeds = { ...feedsOf(url.replace(/\/$/, '')), title: name };
    const first = metaTitle === null || metaTitle.trim() === '' ? name : metaTitle;
    const shown = number === 1 ? first : `${first} (${number})`;
    const page = await this.pages.page({
      title: shown,
      namesSite: title === '',
      description,
      url: urlOf(number),
      head: {
        kind: kind === 'author' ? 'profile' : 'website',
        feeds: kind === 'home' || !isIndexed ? null : feeds,
        previous,
        next,
        isIndexed: isIndexed && posts.length > 0,
        ...(more?.picture && {
          social: { title: shown, description: description ?? '', image: more.picture },
        }),
      },
    });
    const cards = posts.slice(0, CARDS).map((post) => this.cards.card(post));
    const list: ListModel = {
      kind,
      title: name,
      aboutHtml: null,
      picture: null,
      above: [],
      sections: [],
      ...more,
      cards,
      previous,
      next,
    };
    return { page, list };
  }

  private posts(criteria: PostCriteria, order: ArticleOrder, slice: { offset: number; limit: number }) {
    const selection = criteria.anyTags
      ? select(CARD_SELECTION.columns, [...CARD_SELECTION.relations, 'tags'])
      : CARD_SELECTION;
    return this.lists.posts(criteria, order, slice, selection);
  }
}
