import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiListResponse, type ListAnswer, Lists } from '../../../platform/http/lists/list-answer.js';
import { TakesParameters } from '../../../platform/http/request/forms.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import {
  EntityTag,
  IfMatch,
  type IfVersions,
  ReadTag,
  type Tagged,
} from '../../../platform/http/request/conditional-requests.js';
import { ReadsOnly } from '../../../platform/http/writes/dry-run.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { AuthorsService } from '../authors.service.js';
import { CreateAuthorDto, EditAuthorDto } from './author.dto.js';
import { AuthorPresenter, AuthorResponse } from './author.presenter.js';
import { EmailsDto, SearchAuthorsDto } from './author-queries.dto.js';

/** Interface, chapter "Authors". */
@ApiResource('Authors')
@Controller('api')
export class AuthorsController {
  constructor(
    private readonly authors: AuthorsService,
    private readonly presenter: AuthorPresenter,
  ) {}

  @Post('1.1/authors')
  @HttpCode(200)
  @Requires('authors.write')
  @ApiOperation({
    summary: 'Create an author',
    description: 'One author has an e-mail address, and one has a slug: 409 when another has it already.',
  })
  @ApiOkResponse({ type: AuthorResponse })
  @ApiProblems(409)
  async create(
    @Body() dto: CreateAuthorDto,
    @CurrentActor() actor: Actor,
    @EntityTag() tagged: Tagged,
  ): Promise<AuthorResponse> {
    return this.presenter.present(tagged(await this.authors.create(dto.toInput(), actor)));
  }

  @Put('1.1/authors/:id')
  @Requires('authors.write')
  @ApiOperation({ summary: 'Edit an author', description: 'Both names have to be sent; null clears one.' })
  @ApiOkResponse({ type: AuthorResponse })
  @ApiProblems(404, 409, 412)
  async edit(
    @IdParam() id: number,
    @Body() dto: EditAuthorDto,
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<AuthorResponse> {
    return this.presenter.present(tagged(await this.authors.edit(id, dto.toInput(), actor, ifVersions)));
  }

  @Get(['1.3/authors/search', '1.1/authors/search'])
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'searchAuthors',
    summary: 'List authors, newest first, or find one by name',
    description: 'With `name`, the author of exactly this name, or none.',
  })
  @ApiListResponse(AuthorResponse)
  async search(@Query() query: SearchAuthorsDto, @Lists() answer: ListAnswer): Promise<AuthorResponse[]> {
    const authors = await answer.page(query, this.authors.byPage(query.name));
    return authors.map((author) => this.presenter.presentInList(author));
  }

  @Get('1.1/authors/:id')
  @Requires('articles.read')
  @ApiOperation({
    summary: 'Get an author',
    description: 'The object that creating and editing answer, with its version in ETag.',
  })
  @ApiOkResponse({ type: AuthorResponse })
  @ApiProblems(404)
  async get(@IdParam() id: number, @ReadTag() tagged: Tagged): Promise<AuthorResponse> {
    return this.presenter.present(tagged(await this.authors.get(id)));
  }

  @Post('1.3/authors/search')
  @ReadsOnly()
  @TakesParameters()
  @HttpCode(200)
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'searchAuthorsWithBody',
    summary: 'List authors, newest first (parameters in the body, or the URL)',
    description: 'As with GET, for clients that do not put parameters into URLs.',
  })
  @ApiListResponse(AuthorResponse)
  searchWithBody(@Body() body: SearchAuthorsDto, @Lists() answer: ListAnswer): Promise<AuthorResponse[]> {
    return this.search(body, answer);
  }

  @Get('1.3/authors/email')
  @Requires('authors.write', 'drafts.read')
  @ApiOperation({
    operationId: 'listAuthorsByEmail',
    summary: 'Find authors by e-mail address; unknown addresses are left out',
    description: 'For those who may read drafts or edit authors.',
  })
  @ApiOkResponse({ type: [AuthorResponse] })
  async listByEmail(@Query() query: EmailsDto): Promise<AuthorResponse[]> {
    const authors = await this.authors.listByEmails(query.emails);
    return authors.map((author) => this.presenter.presentInList(author));
  }

  @Post('1.3/authors/email')
  @ReadsOnly()
  @TakesParameters()
  @HttpCode(200)
  @Requires('authors.write', 'drafts.read')
  @ApiOperation({
    operationId: 'listAuthorsByEmailWithBody',
    summary: 'Find authors by e-mail address (parameters in the body, or the URL)',
    description: 'As with GET, so that addresses do not stand in logs of URLs.',
  })
  @ApiOkResponse({ type: [AuthorResponse] })
  listByEmailWithBody(@Body() body: EmailsDto): Promise<AuthorResponse[]> {
    return this.listByEmail(body);
  }
}
