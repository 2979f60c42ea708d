import { Module } from '@nestjs/common';
import { AuthorProfiles } from './author-profiles.js';
import { AuthorTextsJob } from './author-texts.job.js';
import { AuthorsService } from './authors.service.js';
import { AuthorsRepository } from './domain/authors.repository.js';
import { AuthorPresenter } from './http/author.presenter.js';
import { AuthorsController } from './http/authors.controller.js';
import { ContentModule } from '../content/content.module.js';
import { MediaModule } from '../media/media.module.js';
import { MediaUses } from '../media/media-uses.js';
import { TypeormAuthorsRepository } from './infrastructure/typeorm-authors.repository.js';

@Module({
  imports: [ContentModule, MediaModule],
  controllers: [AuthorsController],
  providers: [
    AuthorsService,
    AuthorPresenter,
    AuthorProfiles,
    AuthorTextsJob,
    { provide: AuthorsRepository, useClass: TypeormAuthorsRepository },
  ],
  exports: [AuthorsService, AuthorPresenter],
})
export class AuthorsModule {
  constructor(uses: MediaUses, authors: AuthorsRepository) {
    uses.register('image', async (id, limit) => {
      const found = await authors.findByImage(id, limit);
      return found.map((author) => ({ kind: 'author', id: author.id, title: author.displayName }));
    });
  }
}
