import { Controller, Get, Query } from '@nestjs/common';
import { Requires } from '../../auth/http/access.js';
import { OldAnswers } from '../../compatibility/http/old-answers.js';
import { AuthorsService } from '../authors.service.js';
import { NamesDto } from './author-queries.dto.js';
import { AuthorPresenter, type AuthorResponse } from './author.presenter.js';

/** Version 1.2 of the look-up of authors, by which importers find the ids of theirs. */
@OldAnswers()
@Controller('api/1.2/authors')
export class OldAuthorsController {
  constructor(
    private readonly authors: AuthorsService,
    private readonly presenter: AuthorPresenter,
  ) {}

  @Get('name')
  @Requires('articles.read')
  async listByName(@Query() { author_names: names }: NamesDto): Promise<AuthorResponse[]> {
    const authors = await this.authors.listByNames(names);
    return authors.map((author) => this.presenter.presentInList(author));
  }
}
