import { Module } from '@nestjs/common';
import { AuthorsService } from './authors.service.js';
import { AuthorsRepository } from './domain/authors.repository.js';
import { AuthorPresenter } from './http/author.presenter.js';
import { AuthorsController } from './http/authors.controller.js';
import { TypeormAuthorsRepository } from './infrastructure/typeorm-authors.repository.js';

@Module({
  controllers: [AuthorsController],
  providers: [
    AuthorsService,
    AuthorPresenter,
    { provide: AuthorsRepository, useClass: TypeormAuthorsRepository },
  ],
  exports: [AuthorsService, AuthorPresenter],
})
export class AuthorsModule {}
