import { applyDecorators, Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { ApiFile, type FileAnswer, sendFile } from '../../../platform/http/response/file-response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { ApiProblems } from '../../../platform/http/response/problem.response.js';
import { Public } from '../../../platform/http/server/public.js';
import { FileStorage } from '../../storage/file-storage.js';
import { originalKey } from '../../storage/blob-store.js';
import { DocumentsService } from '../documents/documents.service.js';
import { type FilePermit, FilePermits, NO_REFERRER } from '../signing/file-permits.js';
import { SIGNATURE } from '../signing/file-signature.js';
import { DOCUMENT_TYPES, type MediaDocument } from '../domain/document.entity.js';

/** The content behind a URL may be replaced: caches keep it, and ask each time. */
const ASK_EACH_TIME = 'public, no-cache';
const ASK_EACH_TIME_ALONE = 'private, no-cache';

const Download = (operationId: string, summary: string, description: string) =>
  applyDecorators(
    ApiOperation({ operationId, summary, description }),
    ApiParam({ name: 'filename' }),
    ApiProduces('application/octet-stream'),
    ApiFile('The document, under its original name (RFC 6266)'),
    ApiProblems(404),
  );

interface DocumentPath {
  readonly secret: string;
  readonly filename: string;
}

/** The URLs of documents that the service hands out. */
@Public()
@ApiTags('Files')
@Controller('res/documents')
export class DocumentFilesController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly storage: FileStorage,
    private readonly permits: FilePermits,
  ) {}

  @Get(':id/:secret/:filename')
  @Download('downloadDocument', 'Download a document', 'Ranges and conditional requests are answered.')
  @ApiParam({ name: 'secret', description: 'of the document' })
  @ApiQuery({ name: SIGNATURE, required: false, description: 'opens an unpublished document until its end' })
  async get(
    @IdParam() id: number,
    @Param() { secret, filename }: DocumentPath,
    @Query(SIGNATURE) signature: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const address = { kind: 'document', id, version: secret, name: filename } as const;
    const permit = await this.permits.get(address, signature);
    const document = await this.documents.getByUrl(id, secret, filename);
    await sendFile(request, response, answerWith(document, this.storage, permit));
  }

  @Get(':id/:filename')
  @Download(
    'downloadFormerDocument',
    'Download a document by its former URL',
    'Answered while something that all may read shows it.',
  )
  async getFormer(
    @IdParam() id: number,
    @Param('filename') filename: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const document = await this.documents.getByUrl(id, null, filename);
    await sendFile(request, response, answerWith(document, this.storage));
  }
}

function answerWith(document: MediaDocument, storage: FileStorage, permit?: FilePermit): FileAnswer {
  return {
    size: document.size,
    contentType: DOCUMENT_TYPES[document.type],
    version: document.hash,
    cacheControl: permit?.signed ? ASK_EACH_TIME_ALONE : ASK_EACH_TIME,
    headers: {
      'Content-Disposition': contentDisposition(document.originalFilename),
      ...(permit?.signed && NO_REFERRER),
    },
    open: (range) => storage.open(originalKey(document.hash), range),
  };
}
