import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangedResourceReaders, presented } from '../changes/changed-resources.js';
import { AuthorIdentities } from './author-identities.js';
import { AuthorLogins } from './author-logins.js';
import { AuthorProfiles } from './author-profiles.js';
import { AuthorRanks } from './author-ranks.js';
import { AuthorsService } from './authors.service.js';
import { AuthorsRepository } from './domain/authors.repository.js';
import { IdentitiesRepository } from './domain/identities.repository.js';
import { AuthorPresenter } from './http/author.presenter.js';
import { OldAuthorsController } from './http/old-authors.controller.js';
import { MeController } from './http/me.controller.js';
import { AuthorsController } from './http/authors.controller.js';
import { ContentModule } from '../content/content.module.js';
import { AboutTextsJob } from '../content/rendering/about-texts.job.js';
import { MediaModule } from '../media/media.module.js';
import { MediaReferences, type MediaReferrer } from '../media/references/media-references.js';
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
import { AboutTextsAnew1798000200000 } from './infrastructure/migrations/1798000200000-about-texts-anew.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { authorSettings } from './author.settings.js';
import { authorIdentitiesKind, authorsKind } from './infrastructure/authors.transfer.js';
import { TransferModule } from '../transfer/transfer.module.js';

const RIGHTS = {
  'authors.write': { allows: 'create and edit authors; follow and like in their name', roles: ['Editor'] },
  'authors.write.privileged': {
    allows: 'create and edit authors who may do more than oneself',
    roles: [],
  },
  'community.write.own': {
    allows: 'follow and like as oneself',
    roles: ['Editor', 'Guest Editor', 'Guest Writer', 'Reader', 'Guest Developer', 'Community User'],
  },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

const asReferrer = ({ id, displayName: title }: Author): MediaReferrer => ({ kind: 'author', id, title });

@Module({
  imports: [
    SiteModule.forFeature({ settings: [authorSettings], rights: RIGHTS }),
    MigrationsModule.forFeature([
      AuthorTitles1795737600000,
      AuthorNames1795910400000,
      AboutTexts1796056300000,
      AuthorIdentities1797100100000,
      AboutTextsAnew1798000200000,
    ]),
    TransferModule.forFeature([authorIdentitiesKind, authorsKind]),
    TypeOrmModule.forFeature([Author, AuthorIdentity, AuthorName]),
    ContentModule,
    MediaModule,
  ],
  controllers: [AuthorsController, MeController, OldAuthorsController],
  providers: [
    AuthorsService,
    AuthorIdentities,
    AuthorLogins,
    AuthorPresenter,
    AuthorProfiles,
    AuthorRanks,
    { provide: AuthorsRepository, useClass: SqlAuthorsRepository },
    { provide: IdentitiesRepository, useClass: SqlIdentitiesRepository },
  ],
  exports: [AuthorsService, AuthorIdentities, AuthorLogins, AuthorPresenter, AuthorRanks],
})
export class AuthorsModule {
  /** @internal Nest makes it. */
  constructor(
    references: MediaReferences,
    authors: AuthorsRepository,
    changed: ChangedResourceReaders,
    service: AuthorsService,
    presenter: AuthorPresenter,
    texts: AboutTextsJob,
  ) {
    texts.register('authors', authors.aboutTexts);
    changed.register('author', {
      read: async (ids) =>
        presented((await service.byId(ids)).values(), (author) => presenter.present(author)),
    });
    references.register('image', async (id, limit) => {
      return (await authors.findByImage(id, limit)).map(asReferrer);
    });
    references.registerTexts(async (path, limit) =>
      (await authors.findByAboutText(path, limit)).map(asReferrer),
    );
  }
}
