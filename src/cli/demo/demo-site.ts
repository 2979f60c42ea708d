import { Readable } from 'node:stream';
import { rm } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { ConflictError } from '../../kernel/errors.js';
import { DAY_S, HOUR_S } from '../../kernel/units.js';
import { ArticlesService, type CreateOptions, Provider } from '../../modules/articles/articles.service.js';
import { CreateArticleDto, EditArticleDto } from '../../modules/articles/http/article.dto.js';
import type { ArticleInput } from '../../modules/articles/writing/article-input.js';
import { Actor } from '../../modules/auth/domain/actor.js';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { BadgesService } from '../../modules/badges/badges.service.js';
import { ImageUploadsService } from '../../modules/media/images/image-uploads.service.js';
import { receive } from '../../modules/media/received-file.js';
import { SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { TempFiles } from '../../modules/storage/temp-files.js';
import { AddedFields } from '../../platform/http/request/added-fields.js';
import { ValidationPipe } from '../../platform/http/request/validation.pipe.js';
import { Progress } from '../progress/progress.js';
import {
  DEMO_ABOUT,
  DEMO_DRAFT,
  DEMO_SCHEDULED,
  type DemoArticle,
  demoArticles,
  type DemoCast,
} from './demo-articles.js';
import { WORDS_OF_AUTHOR } from './demo-texts.js';
import { paint, PAINTING_NAMES, type PaintingName } from './paintings.js';

/** Ids of what was made besides articles. */
export interface DemoParts {
  readonly sections: number[];
  readonly authors: number[];
  readonly images: number[];
  readonly badges: number[];
}

/** `provider_post_id` of the articles begins so. */
const DEMO_PREFIX = 'demo:';
export const DEMO_ABOUT_ID = `${DEMO_PREFIX}about`;
const DEMO_DRAFT_ID = `${DEMO_PREFIX}draft`;
const DEMO_SCHEDULED_ID = `${DEMO_PREFIX}scheduled`;
const demoId = (index: number): string => `${DEMO_PREFIX}${index}`;
const SECTIONS = ['Town', 'Outside', 'Culture', 'Sport'];

/** `provider_post_id` of all articles but the one that tells of the others. */
export function demoIds(): string[] {
  const nobody = { authors: [], section: (title: string) => title, image: () => 0, shortcode: () => '' };
  return [...demoArticles(nobody).map((_, index) => demoId(index)), DEMO_DRAFT_ID, DEMO_SCHEDULED_ID];
}

/** The made-up newspaper. Each part is noted when it is there, so that also half of it can be removed. */
export class DemoSite {
  private readonly articles: ArticlesService;
  private readonly actor = new Actor(1, 'demo', ['*']);
  private readonly fields: ValidationPipe;
  private readonly parts: DemoParts = { sections: [], authors: [], images: [], badges: [] };
  private readonly images = new Map<PaintingName, { id: number; shortcode: string }>();
  private readonly sections = new Map<string, number | string>();
  private readonly progress = new Progress();
  private about = 0;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly now: number,
  ) {
    this.articles = app.get(ArticlesService);
    this.fields = new ValidationPipe(app.get(AddedFields, { strict: false }));
  }

  /** @returns how many articles there are now */
  async fill(): Promise<number> {
    this.about = await this.write(DEMO_ABOUT_ID, DEMO_ABOUT, { publishes: false });
    await this.paintAll();
    await this.foundSections();
    await this.hireAuthors();
    const articles = demoArticles(this.cast);
    for (const [index, article] of articles.entries()) {
      const created_ts = this.now - (index + 1) * 2 * HOUR_S;
      await this.write(demoId(index), { created_ts, updated_ts: created_ts, ...article });
      this.progress.tell('posts', index + 1, articles.length);
    }
    const [author] = this.parts.authors;
    const sections = [this.cast.section('Town')];
    await this.write(
      DEMO_DRAFT_ID,
      { ...DEMO_DRAFT, sections, roar_author_ids: [author] },
      { publishes: false },
    );
    await this.write(
      DEMO_SCHEDULED_ID,
      { ...DEMO_SCHEDULED, sections, roar_author_ids: [author] },
      { publishes: false, scheduledAt: this.now + DAY_S },
    );
    return articles.length + 2;
  }

  private async paintAll(): Promise<void> {
    const temp = this.app.get(TempFiles);
    const uploads = this.app.get(ImageUploadsService);
    for (const name of PAINTING_NAMES) {
      const painted = await paint(name);
      const file = await receive(Readable.from([painted.file]), `demo-${painted.name}`, temp.path());
      try {
        const [image] = await uploads.create([file], null, {}, this.actor);
        if (!image) throw new Error('Every file has an image.');
        await this.note('images', image.id);
        this.images.set(name, { id: image.id, shortcode: `[cms-image ${image.id}]` });
      } finally {
        await rm(file.path, { force: true });
      }
      this.progress.tell('pictures', this.images.size, PAINTING_NAMES.length);
    }
    const badge = { name: 'Readers’ prize', imageId: this.cast.image('award'), tags: ['Prize'] };
    await this.note('badges', (await this.app.get(BadgesService).create(badge)).id);
  }

  private async foundSections(): Promise<void> {
    const sections = this.app.get(SectionsService);
    for (const title of SECTIONS) {
      const fields = { title, url: title.toLowerCase(), status: SectionStatus.Public };
      const made = await sections.create(fields).catch((error: unknown) => {
        // The site has one of its own, which stays when the demonstration goes.
        if (error instanceof ConflictError) return null;
        throw error;
      });
      if (made) await this.note('sections', made.id);
      this.sections.set(title, made?.id ?? title);
    }
  }

  private async hireAuthors(): Promise<void> {
    const authors = this.app.get(AuthorsService);
    const people = [
      {
        firstName: 'Ann',
        lastName: 'Lindqvist',
        imageId: this.cast.image('ann'),
        aboutHtml: WORDS_OF_AUTHOR,
      },
      { firstName: 'Tomás', lastName: 'Ferreira', imageId: this.cast.image('tomas') },
    ];
    for (const person of people) await this.note('authors', (await authors.create(person, null)).id);
  }

  private async note(kind: keyof DemoParts, id: number): Promise<void> {
    this.parts[kind].push(id);
    const noted = this.input({ roar_specific_data: { demo: this.parts } }, EditArticleDto);
    await this.articles.edit(this.about, noted, this.actor);
  }

  private get cast(): DemoCast {
    const { images, sections } = this;
    return {
      authors: this.parts.authors,
      section: (title) => sections.get(title) ?? title,
      image: (name) => images.get(name)?.id ?? 0,
      shortcode: (name) => images.get(name)?.shortcode ?? '',
    };
  }

  private input(
    fields: Readonly<Record<string, unknown>>,
    metatype: typeof CreateArticleDto | typeof EditArticleDto = CreateArticleDto,
  ): ArticleInput {
    const dto = this.fields.transform(fields, { type: 'body', metatype });
    return (dto as CreateArticleDto | EditArticleDto).toInput();
  }

  private async write(
    id: string,
    article: DemoArticle,
    options: CreateOptions = { publishes: true },
  ): Promise<number> {
    const input = this.input({ ...article, provider_post_id: id });
    return (await this.articles.create(input, this.actor, { ...options, providerId: Provider.Import })).id;
  }
}
