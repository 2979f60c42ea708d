/*
 * An extension that uses all of the extension API. Within one major version lines are added here, and none is
 * changed: when this stops compiling, extensions of others do, too.
 */
import { Readable } from 'node:stream';
import { Body, Controller, Get, Injectable, Module, type OnModuleInit, Post } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import {
  Actor,
  ApiResource,
  type Area,
  type ArticleChange,
  ArticleChanged,
  ArticleHooks,
  ArticleSearch,
  ArticlesModule,
  ArticlesService,
  type ArticleVerb,
  attributes,
  AuthorChanged,
  Authenticator,
  BackgroundWork,
  BadgeChanged,
  bind,
  type Binding,
  type ByteRange,
  Clock,
  type CommandDeclaration,
  ConflictError,
  ContentModule,
  CountColumn,
  createApp,
  CurrentActor,
  Database,
  defineExtension,
  DocumentInspector,
  type DocumentType,
  DomainError,
  DomainEvents,
  type Embed,
  embedHtml,
  embedOf,
  Environment,
  escapeHtml,
  type Extension,
  ExtensionCommand,
  EXTENSION_API,
  ExtensionError,
  type ExtensionSettings,
  type FetchedPage,
  FileDocumentInspector,
  FileStorage,
  type Findings,
  FlagColumn,
  FlagField,
  ForbiddenError,
  formatShortcode,
  type HookedContent,
  html,
  HtmlSanitizer,
  IdField,
  IdParam,
  ImageChanged,
  type ImageFacts,
  ImageProcessor,
  type ImageSource,
  IntegerColumn,
  IntegerField,
  InvalidError,
  JsonColumn,
  KeyColumn,
  ListField,
  type ListicleModel,
  type ListModel,
  Metrics,
  type MissingModel,
  NotFoundError,
  ObjectField,
  ObjectListField,
  OverloadedError,
  type PageModel,
  type PageParser,
  PageParsers,
  PageTheme,
  parseShortcode,
  type PendingArticleChange,
  type PermalinkParts,
  PermalinkStrategy,
  type Point,
  type PostModel,
  Public,
  raw,
  rawHtml,
  type Rendition,
  Requires,
  type Right,
  runCli,
  type Sanitized,
  ScraperModule,
  type SearchDocument,
  type SearchMatch,
  SecondsColumn,
  SecondsField,
  SectionChanged,
  SectionRemoved,
  SectionsMoved,
  SectionsRemoved,
  type Shortcode,
  ShortcodeRenderer,
  type ShortcodeResult,
  Shortcodes,
  SiteSettings,
  SiteSettingsSource,
  sql,
  Sql,
  start,
  StringField,
  TextColumn,
  type ThemeFile,
  TooLargeError,
  UnitOfWork,
  UnprocessableError,
  type UtcSeconds,
  type WebFormat,
} from 'content-publishing-service';
import {
  Entity,
  type MigrationInterface,
  PrimaryGeneratedColumn,
  type QueryRunner,
  Repository,
} from 'typeorm';

declare module 'content-publishing-service' {
  interface Rights {
    'newsroom.notes.read': true;
  }
}

// Tables.

@Entity('newsroom_notes')
class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @IntegerColumn({ nullable: true })
  articleId: number | null = null;

  @KeyColumn(40)
  key!: string;

  @TextColumn({ nullable: false })
  text!: string;

  @FlagColumn()
  isOpen = true;

  @JsonColumn()
  more: object | null = null;

  @CountColumn()
  count = 0;

  @SecondsColumn()
  createdTs!: UtcSeconds;
}

class Notes1797200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('newsroom_notes');
  }
}

// Hooks.

@Injectable()
class Rules extends ArticleHooks {
  constructor(private readonly settings: NewsroomSettings) {
    super();
  }

  override before({ verb, article, was, authorId, write }: PendingArticleChange): void {
    const verbs: Record<ArticleVerb, boolean> = {
      ...{ create: true, edit: true, publish: true, unpublish: true, schedule: true },
      ...{ unschedule: true, remove: true, restore: true, move: true },
    };
    const content: HookedContent = { metaDescription: article.headline, headline: this.settings.greeting };
    if (verbs[verb] && was?.imageId === null && authorId !== null) write(content);
    if (article.id < 0) throw InvalidError.field('headline', 'is wrong');
  }

  override async after({ verb, article, was }: ArticleChange): Promise<void> {
    await Promise.resolve([verb, article.path, article.version, was?.status]);
  }
}

// Ports.

@Injectable()
export class Permalinks extends PermalinkStrategy {
  readonly dependsOnSection = true;

  pathOf({ id, basename, sectionPath, createdTs }: PermalinkParts): string {
    return `/${[sectionPath ?? '', createdTs, id, basename].join('/')}`;
  }
}

@Injectable()
export class Search extends ArticleSearch {
  put(documents: readonly SearchDocument[]): Promise<void> {
    return Promise.resolve(
      void documents.map(({ articleId, createdTs, texts }) => [articleId, createdTs, texts]),
    );
  }

  remove(articleId: number): Promise<void> {
    return Promise.resolve(void articleId);
  }

  match(phrase: string): Promise<SearchMatch | null> {
    if (phrase === '') return Promise.resolve(null);
    return Promise.resolve(phrase === 'word' ? { words: [1] } : { articleIds: [1] });
  }
}

@Injectable()
export class Passwords extends Authenticator {
  authenticate(secret: string): Promise<Actor | null> {
    const right: Right = 'newsroom.notes.read';
    return Promise.resolve(secret === '' ? null : new Actor(1, 'Editor', ['articles.read', right]));
  }

  forget(authorId: number): Promise<void> {
    return Promise.resolve(void authorId);
  }
}

@Injectable()
export class PlainTexts extends HtmlSanitizer {
  readonly version = 1;

  sanitize(texts: readonly string[]): Promise<readonly Sanitized[]> {
    return Promise.resolve(
      texts.map((text) => ({ html: escapeHtml(text), wordsCount: 1, removed: ['a script'] })),
    );
  }
}

@Injectable()
class AnyDocument extends DocumentInspector {
  inspect(path: string, type: DocumentType): Promise<void> {
    return Promise.resolve(void [path, type]);
  }
}

@Injectable()
export class ScannedDocument extends FileDocumentInspector {
  override async inspect(path: string, type: DocumentType): Promise<void> {
    await super.inspect(path, type);
    throw new UnprocessableError('document-infected', 'It is.');
  }
}

@Injectable()
class NoFiles extends FileStorage {
  put(_key: string, _localPath: string, _contentType: string): Promise<void> {
    return Promise.reject(new TooLargeError('full', 'There is no room.'));
  }

  size(_key: string): Promise<number | null> {
    return Promise.resolve(null);
  }

  open(_key: string, range?: ByteRange): Promise<Readable> {
    return Promise.resolve(Readable.from([String(range?.start)]));
  }

  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(key);
  }

  remove(_key: string): Promise<void> {
    return Promise.resolve();
  }

  removeAll(_prefix: string): Promise<void> {
    return Promise.resolve();
  }

  async *list(prefix: string): AsyncIterable<string> {
    yield await Promise.resolve(prefix);
  }

  check(): Promise<string> {
    return Promise.resolve('no files');
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }
}

@Injectable()
export class NoImages extends ImageProcessor {
  inspect(_path: string): Promise<ImageFacts> {
    const size = { width: 1, height: 1, orientation: 1, frames: 1, hasAlpha: false, isProgressive: false };
    return Promise.resolve({ format: 'png', ...size, iptc: { 'by-line': '', 'caption/abstract': '' } });
  }

  findAttention(source: ImageSource): Promise<Point> {
    return source.read((path) => Promise.resolve({ x: source.width / 2, y: path.length }));
  }

  writeOrigin(source: ImageSource, format: WebFormat, target: string): Promise<void> {
    return Promise.resolve(void [source.hash, format, target]);
  }

  render(_source: ImageSource, { width, height, format, crop }: Rendition): Promise<Buffer> {
    const area: Area = crop ?? { left: 0, top: 0, width, height: height ?? 1 };
    return Promise.resolve(Buffer.from([width, height, format, area.left].join()));
  }
}

@Injectable()
export class Plain extends PageTheme {
  readonly files: readonly ThemeFile[] = [{ name: 'a.css', contentType: 'text/css', content: '' }];

  post(page: PageModel, { headline, bodyHtml, authors, published }: PostModel): string {
    const names = authors.map(({ title, url }) => title + url).join();
    return `${page.site.name}${page.head.title}${headline}${names}${published.iso}${bodyHtml}`;
  }

  ampPost(page: PageModel, post: PostModel): string {
    return this.post(page, post);
  }

  list(page: PageModel, { title, cards }: ListModel): string {
    return page.head.title + title + cards.map(({ url, headline }) => url + headline).join('');
  }

  missing(page: PageModel, { status }: MissingModel): string {
    return page.site.locale + String(status);
  }

  listicle({ items, layout }: ListicleModel, locale: string): string {
    return layout + locale + items.map(({ headlineHtml }) => headlineHtml).join('');
  }
}

export class Vault extends SiteSettingsSource {
  readonly name = 'The vault';

  load(): unknown {
    return {};
  }
}

// Doors.

class VisitDto {
  @SecondsField({ required: true })
  at!: number;
}

class NoteDto {
  @StringField({ required: true, minLength: 1, maxLength: 40, example: 'Hello', description: 'A text' })
  text!: string;

  @IdField()
  article_id?: number;

  @IntegerField({ min: 1, max: 9, nullable: true })
  count?: number | null;

  @FlagField()
  is_open?: boolean;

  @SecondsField()
  at?: number;

  @ListField((value) => String(value), { items: { type: 'string' }, maxItems: 9 })
  tags?: string[];

  @ObjectField()
  more?: object;

  @ObjectListField(() => VisitDto, { maxItems: 9 })
  visits?: VisitDto[];
}

@ApiResource('Notes')
@Controller('api/newsroom/notes')
class NotesController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @InjectRepository(Note) private readonly notes: Repository<Note>,
  ) {}

  @Get(':id')
  @Requires('articles.read', 'newsroom.notes.read')
  async get(@IdParam() id: number, @CurrentActor() actor: Actor): Promise<object> {
    actor.mustBeAbleTo('articles.read', 'read articles');
    if (!actor.may('newsroom.notes.read')) throw new ForbiddenError('no', 'No.');
    const { headline } = await this.articles.get(id, actor);
    return { headline, notes: await this.notes.find() };
  }

  @Post()
  @Public()
  add(@Body() { text }: NoteDto): Promise<Note> {
    const note = Object.assign(new Note(), { text, key: 'k', createdTs: this.clock.now() });
    return this.unitOfWork.run(() => this.notes.save(note));
  }
}

// Shortcodes, pages of others, events, jobs.

@Injectable()
class TableShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = ['newsroom-table', 'newsroom-*'];

  constructor(private readonly shortcodes: Shortcodes) {
    super();
  }

  onModuleInit(): void {
    this.shortcodes.register(this);
  }

  render(shortcodes: readonly Shortcode[]): Promise<readonly ShortcodeResult[]> {
    const results = shortcodes.map(({ name, arguments: [id], parameters }): ShortcodeResult => {
      if (id === undefined) return { warning: 'There is none.' };
      const link = attributes({ href: parameters.href ?? null });
      const figure = html`<figure ${link}>${name}${rawHtml('<b>')}</figure>`;
      return { html: figure, warning: formatShortcode(name, [id], parameters) };
    });
    return Promise.resolve(results);
  }
}

@Injectable()
class Recipes implements PageParser, OnModuleInit {
  readonly name = 'recipes';

  constructor(private readonly parsers: PageParsers) {}

  onModuleInit(): void {
    this.parsers.register(this);
  }

  parse({ url, requestedUrl, contentType, size, facts, head }: FetchedPage): Findings | null {
    return facts ? { title: [url, requestedUrl, contentType, size, head.length].join() } : null;
  }
}

@Injectable()
class Listener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly work: BackgroundWork,
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly settings: SiteSettings,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    const note = (...facts: unknown[]) => Promise.resolve(void facts);
    this.events.on(ArticleChanged, ({ articleId, verb, version, fields }) =>
      note(articleId, verb, version, fields),
    );
    this.events.on(AuthorChanged, ({ authorId }) => note(authorId));
    this.events.on(BadgeChanged, ({ badgeId }) => note(badgeId));
    this.events.on(ImageChanged, ({ imageId }) => note(imageId));
    this.events.on(SectionChanged, (event) => note(event));
    this.events.on(SectionRemoved, ({ sectionId, destinationId }) => note(sectionId, destinationId));
    this.events.on(SectionsMoved, (event) => note(event));
    this.events.on(SectionsRemoved, (event) => note(event));
    const tally = this.metrics.tally('newsroom_notes_total', 'Notes');
    this.metrics.gauge('newsroom_notes', 'Notes', () => this.count());
    void this.work.run('newsroom-notes', (stopping) => Promise.resolve(stopping.aborted || tally.add(1)));
  }

  private async count(): Promise<number> {
    const names: Sql = sql`SELECT ${raw('COUNT(*)')} AS number FROM newsroom_notes WHERE text IN (${[this.settings.name]})`;
    const [row] = await this.database.rows<{ number: number }>(names.text, [...names.parameters]);
    if (!row) throw new NotFoundError('no-notes', this.environment.PUBLIC_BASE_URL);
    return row.number;
  }
}

@Injectable()
class PushCommand extends ExtensionCommand {
  run([id]: readonly string[]): Promise<number | undefined> {
    const embed: Embed | null = embedOf('https://youtu.be/dQw4w9WgXcQ', undefined, {
      url: new URL('https://site.example'),
    });
    if (embed) return Promise.resolve(embedHtml(embed).length + embed.kind.length);
    const shortcode = parseShortcode(`[newsroom-table ${id ?? ''}]`);
    const failure: DomainError = new ConflictError('taken', shortcode?.name ?? '');
    throw failure.code === 'busy' ? new OverloadedError('busy', 'Busy.', 30) : failure;
  }
}

class NewsroomSettings {
  readonly greeting: string = '';
}

@Module({
  imports: [TypeOrmModule.forFeature([Note]), ArticlesModule, ContentModule, ScraperModule],
  controllers: [NotesController],
  providers: [TableShortcodes, Recipes, Listener],
})
class NotesModule {}

const settings: ExtensionSettings = {
  type: NewsroomSettings,
  properties: { greeting: { type: 'string', default: 'Hello' } },
  required: [],
};

const adapters: readonly Binding[] = [
  bind(PermalinkStrategy, Permalinks),
  bind(ArticleSearch, Search),
  bind(Authenticator, Passwords),
  bind(HtmlSanitizer, PlainTexts),
  bind(DocumentInspector, AnyDocument),
  bind(FileStorage, NoFiles),
  bind(ImageProcessor, NoImages),
  bind(PageTheme, Plain),
  { provide: SiteSettingsSource, useFactory: () => new Vault() },
];

const push: CommandDeclaration = { name: 'push', description: 'pushes', command: PushCommand };

export const newsroom: Extension = defineExtension({
  name: 'newsroom',
  compatibility: `^${EXTENSION_API}`,
  modules: [NotesModule],
  migrations: [Notes1797200000000],
  adapters,
  rights: { 'newsroom.notes.read': 'Read notes' },
  roles: { Reader: ['articles.read', 'newsroom.notes.read'] },
  settings,
  articles: Rules,
  commands: [push],
});

export const scanning = bind(DocumentInspector, ScannedDocument);

/** As a main of one's own does it. */
export async function run(argument: string): Promise<void> {
  if (argument === 'cli') await runCli(newsroom, ['newsroom:push']);
  else if (argument === 'app') await (await createApp(newsroom, Environment.from(process.env))).close();
  else await start(newsroom).catch((error: unknown) => error instanceof ExtensionError);
}
