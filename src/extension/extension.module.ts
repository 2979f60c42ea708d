import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ArticleNotifier } from '../modules/articles/article-hooks.js';
import { ArticlesModule } from '../modules/articles/articles.module.js';
import { RequestActors } from '../modules/auth/http/request-actors.js';
import { AuthorsModule } from '../modules/authors/authors.module.js';
import type { Entity } from '../platform/database/data-sources.js';
import { MigrationsModule } from '../platform/database/migrating/migrations.module.js';
import { type Extension, ExtensionError } from './extension.js';
import { NO_EXTENSION } from './load-extension.js';
import { Extensions1797100000000 } from './migrations/1797100000000-extensions.js';
import { ExtensionFields1797120000000 } from './migrations/1797120000000-extension-fields.js';
import { NotedExtension } from './noted-extension.entity.js';
import { NotedExtensions } from './noted-extensions.js';
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
    const { modules = [], migrations = [], authenticators = [], articles, commands = [] } = extension;
    return {
      module: ExtensionModule,
      imports: [MigrationsModule.forFeature(migrations), ...modules],
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
    private readonly changes: ArticleNotifier,
    private readonly references: ModuleRef,
    private readonly source: DataSource,
  ) {}

  /** Before jobs and requests begin. @throws ExtensionError */
  async onModuleInit(): Promise<void> {
    await this.noted.note(this.extension);
    if (this.extension !== NO_EXTENSION) this.mustNameItsTables();
    const { articles } = this.extension;
    if (articles) this.changes.register(this.references.get(articles));
    this.addAuthenticators();
  }

  private addAuthenticators(): void {
    const { name, authenticators = [] } = this.extension;
    const added = authenticators.map((type) => this.references.get(type));
    const faults = added
      .filter((one) => !one.name.startsWith(name))
      .map((one) => `authenticators: the scheme "${one.name}" must begin with "${name}"`);
    if (faults.length > 0) throw new ExtensionError(name, faults);
    this.references.get(RequestActors, { strict: false }).add(added);
  }

  private mustNameItsTables(): void {
    const { name } = this.extension;
    const added = this.source.entityMetadatas.filter(({ target }) => !this.own.includes(target));
    const faults = added
      .filter(({ tableName }) => !tableName.startsWith(`${name}_`))
      .map(({ tableName }) => `entities: the table "${tableName}" must begin with "${name}_"`);
    if (faults.length > 0) throw new ExtensionError(name, faults);
  }
}
