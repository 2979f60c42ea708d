import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module.js';
import { ContentModule } from '../content/content.module.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import { SectionsModule } from '../sections/sections.module.js';
import { ArticleEditor } from './article-editor.js';
import { ArticleFinder } from './article-finder.js';
import { ArticlesService } from './articles.service.js';
import { ArticlesRepository } from './domain/articles.repository.js';
import { ArticlePresenter } from './http/article.presenter.js';
import { SqlArticleFinder } from './infrastructure/sql-article-finder.js';
import { TypeormArticlesRepository } from './infrastructure/typeorm-articles.repository.js';
import { SectionListener } from './section-listener.js';

/** THE article, which the doors (posts, drafts) are views of. */
@Module({
  imports: [AuthorsModule, ContentModule, PermalinksModule, SectionsModule],
  providers: [
    ArticlesService,
    ArticleEditor,
    ArticlePresenter,
    SectionListener,
    { provide: ArticlesRepository, useClass: TypeormArticlesRepository },
    { provide: ArticleFinder, useClass: SqlArticleFinder },
  ],
  exports: [ArticlesService, ArticlePresenter],
})
export class ArticlesModule {}
