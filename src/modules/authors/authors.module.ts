import { Module } from '@nestjs/common';
import { AuthorsService } from './authors.service.js';
import { AuthorsRepository } from './domain/authors.repository.js';
import { AuthorPresenter } from './http/author.presenter.js';
import { AuthorsController } from './http/authors.controller.js';
import { MediaModule } from '../media/media.module.js';
import { MediaUses } from '../media/media-uses.js';
import { TypeormAuthorsRepository } from './infrastructure/typeorm-authors.repository.js';

@Module({
  imports: [MediaModule],
  controllers: [AuthorsController],
  providers: [
    AuthorsService,
    AuthorPresenter,
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
