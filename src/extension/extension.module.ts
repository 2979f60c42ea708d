import { type DynamicModule, Inject, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService, ModuleRef, ModulesContainer } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ArticleNotifier } from '../modules/articles/article-notifier.js';
import { ArticlesModule } from '../modules/articles/articles.module.js';
import { requiredRights } from '../modules/auth/http/required-rights.js';
import { RequestActors } from '../modules/auth/http/request-actors.js';
import type { RequestAuthenticator } from '../modules/auth/request-authenticator.js';
import { AuthorsModule } from '../modules/authors/authors.module.js';
import { CHANGED_RESOURCES } from '../modules/changes/change-log.js';
import { OnCommitted } from '../modules/changes/events/on-committed.js';
import { siteDeclarations } from '../modules/site/site.module.js';
import type { Entity } from '../platform/database/data-sources.js';
import { MigrationsModule } from '../platform/database/migrating/migrations.module.js';
import { DecoratedMethods } from '../platform/schedule/decorated-methods.js';
import { Job } from '../platform/schedule/job.js';
import { type Extension, ExtensionError } from './extension.js';
import { NO_EXTENSION } from './load-extension.js';
import { Extensions1797100000000 } from './migrations/1797100000000-extensions.js';
import { ExtensionFields1797120000000 } from './migrations/1797120000000-extension-fields.js';
import { NotedExtension } from './noted-extension.entity.js';
import { NotedExtensions } from './noted-extensions.js';
import { faultsOfRoutes } from './route-faults.js';
import { mustNotTakeFields } from './taken-fields.js';

const EXTENSION = Symbol('extension');
const OWN_ENTITIES = Symbol('own entities');

/** The parts of an extension that are providers of Nest. */
@Module({
  imports: [
    MigrationsModule.forFeature([Extensions1797100000000, ExtensionFields1797120000000]),
    TypeOrmModule.forFeature([NotedExtension]),
    ArticlesModule,
    AuthorsModule,
  ],
  providers: [NotedExtensions],
})
export class ExtensionModule implements OnModuleInit {
  /** @param own entities of the service itself; @throws ExtensionError */
  static with(extension: Extension, own: readonly Entity[]): DynamicModule {
    mustNotTakeFields(extension);
    const { name, modules = [], migrations = [], authenticators = [], articles, commands = [] } = extension;
    return {
      module: ExtensionModule,
      imports: [MigrationsModule.forExtension(name, migrations), ...modules],
      providers: [
        { provide: EXTENSION, useValue: extension },
        { provide: OWN_ENTITIES, useValue: own },
        ...authenticators,
        ...(articles ? [articles] : []),
        ...commands.map(({ command }) => command),
      ],
    };
  }

  constructor(
    @Inject(EXTENSION) private readonly extension: Extension,
    @Inject(OWN_ENTITIES) private readonly own: readonly Entity[],
    private readonly noted: NotedExtensions,
    private readonly notifier: ArticleNotifier,
    private readonly references: ModuleRef,
    private readonly source: DataSource,
  ) {}

  /** Starts the extension before jobs and requests begin. @throws ExtensionError */
  async onModuleInit(): Promise<void> {
    if (this.extension === NO_EXTENSION) {
      await this.noted.note(this.extension);
      return;
    }
    const { name, articles, authenticators = [] } = this.extension;
    const added = authenticators.map((type) => this.references.get(type));
    const controllers = this.references.get(DiscoveryService, { strict: false }).getControllers();
    const routes = new Set(controllers.map(({ metatype }) => metatype as Type<object>));
    const faults = [...this.faultsOfNames(added), ...faultsOfRoutes([...routes])];
    if (faults.length > 0) throw new ExtensionError(name, faults);
    await this.noted.note(this.extension);
    if (articles) this.notifier.register(this.references.get(articles));
    this.references.get(RequestActors, { strict: false }).add(added);
  }

  /** Names that could be those of the service, or of another extension. */
  private *faultsOfNames(authenticators: readonly RequestAuthenticator[]): Generator<string> {
    const { name } = this.extension;
    for (const { target, tableName } of this.source.entityMetadatas)
      if (!this.own.includes(target) && !tableName.startsWith(`${name}_`))
        yield `entities: the table "${tableName}" must begin with "${name}_"; tables of another extension need another process`;
    for (const one of authenticators)
      if (!one.name.startsWith(name))
        yield `authenticators: the scheme "${one.name}" must begin with "${name}"`;
    const methods = this.references.get(DecoratedMethods, { strict: false });
    const own = ownModules(this.references.get(ModulesContainer, { strict: false }));
    for (const { declaration, host } of [...methods.find(Job), ...methods.find(OnCommitted)])
      if (!own.has(host) && !declaration.name.startsWith(`${name}.`))
        yield `@Job and @OnCommitted: "${declaration.name}" must begin with "${name}."`;
    yield* this.faultsOfDecorators(methods);
  }

  /** Names that only the compiler would have refused. */
  private *faultsOfDecorators(methods: DecoratedMethods): Generator<string> {
    for (const { declaration } of methods.find(OnCommitted))
      for (const resource of declaration.resources)
        if (!CHANGED_RESOURCES.includes(resource))
          yield `@OnCommitted: "${declaration.name}" names the resource "${resource}"; there are ${CHANGED_RESOURCES.join(', ')} (posts and drafts are articles)`;
    const known = new Set(['*', ...Object.keys({ ...siteDeclarations().rights, ...this.extension.rights })]);
    for (const { name, rights } of requiredRights(this.references.get(DiscoveryService, { strict: false })))
      for (const right of rights)
        if (!known.has(right))
          yield `@Requires: ${name} takes the right "${right}", which nobody can have: declare it in "rights" of the extension`;
  }
}

/** The modules of the service: those that it would have without the extension. */
function ownModules(modules: ModulesContainer): ReadonlySet<unknown> {
  const ofExtension = [...modules.values()].find(({ metatype }) => metatype === ExtensionModule);
  const root = [...modules.values()].find(({ imports }) => ofExtension && imports.has(ofExtension));
  const own = new Set(root ? [root] : []);
  for (const module of own)
    for (const imported of module.imports) if (imported !== ofExtension) own.add(imported);
  return own;
}
