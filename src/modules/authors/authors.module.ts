import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorIdentities } from './author-identities.js';
import { AuthorLogins } from './author-logins.js';
import { AuthorProfiles } from './author-profiles.js';
import { AuthorTextsJob } from './author-texts.job.js';
import { AuthorsService } from './authors.service.js';
import { AuthorsRepository } from './domain/authors.repository.js';
import { IdentitiesRepository } from './domain/identities.repository.js';
import { AuthorPresenter } from './http/author.presenter.js';
import { AuthorsController } from './http/authors.controller.js';
import { ContentModule } from '../content/content.module.js';
import { MediaModule } from '../media/media.module.js';
import { MediaReferences } from '../media/references/media-references.js';
import { SqlAuthorsRepository } from './infrastructure/sql-authors.repository.js';
import { SqlIdentitiesRepository } from './infrastructure/sql-identities.repository.js';
import { Author } from './domain/author.entity.js';
import { AuthorIdentity } from './infrastructure/author-identity.entity.js';
import { AuthorName } from './infrastructure/author-name.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { AuthorTitles1795737600000 } from './infrastructure/migrations/1795737600000-author-titles.js';
import { AuthorNames1795910400000 } from './infrastructure/migrations/1795910400000-author-names.js';
import { AboutTexts1796056300000 } from './infrastructure/migrations/1796056300000-about-texts.js';
import { AuthorIdentities1797100100000 } from './infrastructure/migrations/1797100100000-author-identities.js';

@Module({
  imports: [
    MigrationsModule.forFeature([
      AuthorTitles1795737600000,
      AuthorNames1795910400000,
      AboutTexts1796056300000,
      AuthorIdentities1797100100000,
    ]),
    TypeOrmModule.forFeature([Author, AuthorIdentity, AuthorName]),
    ContentModule,
    MediaModule,
  ],
  controllers: [AuthorsController],
  providers: [
    AuthorsService,
    AuthorIdentities,
    AuthorLogins,
    AuthorPresenter,
    AuthorProfiles,
    AuthorTextsJob,
    { provide: AuthorsRepository, useClass: SqlAuthorsRepository },
    { provide: IdentitiesRepository, useClass: SqlIdentitiesRepository },
  ],
  exports: [AuthorsService, AuthorIdentities, AuthorLogins, AuthorPresenter],
})
export class AuthorsModule {
  /** @internal Nest makes it. */
  constructor(uses: MediaReferences, authors: AuthorsRepository) {
    uses.register('image', async (id, limit) => {
      const found = await authors.findByImage(id, limit);
      return found.map((author) => ({ kind: 'author', id: author.id, title: author.displayName }));
    });
  }
}
