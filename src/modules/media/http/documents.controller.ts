import { Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { ApiListResponse, type ListAnswer, Lists } from '../../../platform/http/lists/list-answer.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import {
  EntityTag,
  IfMatch,
  type IfVersions,
  ReadTag,
  type Tagged,
} from '../../../platform/http/request/conditional-requests.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { DocumentsService } from '../documents/documents.service.js';
import type { ReceivedFile } from '../received-file.js';
import { DocumentPresenter, DocumentResponse } from './document.presenter.js';
import { ListMediaDto, RemoveMediaDto, SEEN_MEDIA, UploadDocumentDto } from './image.dto.js';
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
  @Requires('media.write', 'media.write.own')
  @Uploads()
  @ApiOperation({
    operationId: 'uploadDocument',
    summary: 'Upload documents',
    description: 'All files are taken, or none.',
  })
  @ApiBody({ type: UploadDocumentDto })
  @ApiOkResponse(oneOrSeveral(DocumentResponse))
  @ApiProblems(413, 415, 422, 503, 507)
  async create(
    @ReceivedFiles() files: readonly ReceivedFile[],
    @CurrentActor() actor: Actor,
    @EntityTag() tagged: Tagged,
  ): Promise<DocumentResponse | DocumentResponse[]> {
    const documents = await this.documents.create(files, actor);
    const shown = documents.map((document) => this.presenter.present(document));
    if (documents.length === 1) documents.forEach(tagged);
    return shown.length === 1 && shown[0] ? shown[0] : shown;
  }

  @Put(':id')
  @Requires('media.write', 'media.write.own')
  @Uploads()
  @ApiOperation({ summary: 'Replace the content of a document', description: 'Its id and its URL stay.' })
  @ApiBody({ type: UploadDocumentDto })
  @ApiOkResponse({ type: DocumentResponse })
  @ApiProblems(403, 404, 412, 413, 415, 422, 503, 507)
  async replace(
    @IdParam() id: number,
    @ReceivedFiles() files: readonly ReceivedFile[],
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<DocumentResponse> {
    return this.presenter.present(tagged(await this.documents.replace(id, files, actor, ifVersions)));
  }

  @Get()
  @Requires('articles.read')
  @ApiOperation({ summary: 'List documents, newest first', description: SEEN_MEDIA })
  @ApiListResponse(DocumentResponse)
  async list(
    @Query() query: ListMediaDto,
    @CurrentActor() actor: Actor,
    @Lists() answer: ListAnswer,
  ): Promise<DocumentResponse[]> {
    const documents = await answer.page(query, this.documents.list(actor));
    return documents.map((document) => this.presenter.present(document));
  }

  @Get(':id')
  @Requires('articles.read')
  @ApiOperation({ summary: 'Get a document', description: SEEN_MEDIA })
  @ApiOkResponse({ type: DocumentResponse })
  @ApiProblems(404)
  async get(
    @IdParam() id: number,
    @CurrentActor() actor: Actor,
    @ReadTag() tagged: Tagged,
  ): Promise<DocumentResponse> {
    return this.presenter.present(tagged(await this.documents.get(id, actor)));
  }

  @Delete(':id')
  @Requires('media.write', 'media.write.own')
  @ApiOperation({
    summary: 'Remove a document',
    description: 'Refused while something shows it, unless force=1.',
  })
  @ApiEmptyResponse()
  @ApiProblems(403, 404, 409, 412)
  async remove(
    @IdParam() id: number,
    @Query() query: RemoveMediaDto,
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
  ): Promise<object> {
    await this.documents.remove(id, query.force ?? false, actor, ifVersions);
    return {};
  }
}
