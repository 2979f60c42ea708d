import { Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { IdParam } from '../../../platform/http/id.pipe.js';
import { ApiProblems, ApiResource } from '../../../platform/http/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { DocumentsService } from '../documents.service.js';
import type { ReceivedFile } from '../received-file.js';
import { DocumentPresenter, DocumentResponse } from './document.presenter.js';
import { ListMediaDto, RemoveMediaDto, UploadDocumentDto } from './image.dto.js';
import { oneOrSeveral, ReceivedFiles, Uploads } from './uploads.js';

/** Interface, chapter "Documents". */
@ApiResource('Documents')
@ApiExtraModels(DocumentResponse)
@Controller('api/1.3/documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly presenter: DocumentPresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('media.write')
  @Uploads()
  @ApiOperation({ summary: 'Upload documents', description: 'All files are taken, or none.' })
  @ApiBody({ type: UploadDocumentDto })
  @ApiOkResponse(oneOrSeveral(DocumentResponse))
  @ApiProblems(413, 415, 422)
  async create(
    @ReceivedFiles() files: readonly ReceivedFile[],
  ): Promise<DocumentResponse | DocumentResponse[]> {
    const documents = await this.documents.create(files);
    const shown = documents.map((document) => this.presenter.present(document));
    return shown.length === 1 && shown[0] ? shown[0] : shown;
  }

  @Put(':id')
  @Requires('media.write')
  @Uploads()
  @ApiOperation({ summary: 'Replace the content of a document', description: 'Its id and its URL stay.' })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiBody({ type: UploadDocumentDto })
  @ApiOkResponse({ type: DocumentResponse })
  @ApiProblems(404, 413, 415, 422)
  async replace(
    @IdParam() id: number,
    @ReceivedFiles() files: readonly ReceivedFile[],
  ): Promise<DocumentResponse> {
    return this.presenter.present(await this.documents.replace(id, files));
  }

  @Get()
  @Requires('articles.read')
  @ApiOperation({ summary: 'List documents, newest first' })
  @ApiOkResponse({ type: [DocumentResponse] })
  async list(@Query() query: ListMediaDto): Promise<DocumentResponse[]> {
    const documents = await this.documents.list(query.toPage());
    return documents.map((document) => this.presenter.present(document));
  }

  @Get(':id')
  @Requires('articles.read')
  @ApiOperation({ summary: 'Get a document' })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: DocumentResponse })
  @ApiProblems(404)
  async get(@IdParam() id: number): Promise<DocumentResponse> {
    return this.presenter.present(await this.documents.get(id));
  }

  @Delete(':id')
  @Requires('media.write')
  @ApiOperation({
    summary: 'Remove a document',
    description: 'Refused while something shows it, unless force=1.',
  })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ schema: { type: 'object', example: {} } })
  @ApiProblems(404, 409)
  async remove(
    @IdParam() id: number,
    @Query() query: RemoveMediaDto,
    @CurrentActor() actor: Actor,
  ): Promise<object> {
    await this.documents.remove(id, query.force ?? false, actor);
    return {};
  }
}
