import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiProduces, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  ApiFile,
  type FileAnswer,
  IMMUTABLE,
  sendFile,
} from '../../../platform/http/response/file-response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { ApiProblems } from '../../../platform/http/response/problem.response.js';
import { Public } from '../../../platform/http/server/public.js';
import { FileStorage } from '../../storage/file-storage.js';
import { type FilePermit, FilePermits, NO_REFERRER } from '../signing/file-permits.js';
import { SIGNATURE } from '../signing/file-signature.js';
import { type ServedImage, ImageFilesService } from '../images/image-files.service.js';

/** Cache-Control for sites with `media.unpublished: signed`: caches revalidate after an hour. */
const FOR_AN_HOUR = 'public, max-age=3600';
/** Seconds for which a browser keeps what a signed URL has shown. */
const MAX_SIGNED_AGE_S = 300;
/** Cache-Control of redirects from former URLs, which may change. */
const FOR_A_WHILE = 'public, max-age=300';

/** The URLs of images that the service hands out. */
@Public()
@ApiTags('Files')
@Controller('res/images')
export class ImageFilesController {
  constructor(
    private readonly files: ImageFilesService,
    private readonly storage: FileStorage,
    private readonly permits: FilePermits,
  ) {}

  @Get(':id/:version/:name')
  @ApiOperation({
    operationId: 'downloadImage',
    summary: 'An image in one of its sizes',
    description:
      'As AVIF or WebP for those who take it (Accept). Ranges and conditional requests are answered.',
  })
  @ApiParam({ name: 'version', description: 'of the file' })
  @ApiParam({ name: 'name', description: '`origin.jpg`, `600x400.jpg`, `980x.jpg`' })
  @ApiQuery({ name: SIGNATURE, required: false, description: 'opens an unpublished image until its end' })
  @ApiProduces('image/*')
  @ApiFile('The image')
  @ApiResponse({ status: 302, description: 'The image shows another file now' })
  @ApiProblems(404, 422, 503, 507)
  async get(
    @IdParam() id: number,
    @Param() { version, name }: ImagePath,
    @Query(SIGNATURE) signature: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const accepts = (type: string) => takes(request.headers.accept, type);
    const permit = await this.permits.get({ kind: 'image', id, version, name }, signature);
    const found = await this.files.find(id, { version, name, accepts });
    if (found instanceof URL) redirect(response, found.href, permit);
    else await sendFile(request, response, answerWith(found, this.storage, permit));
  }
}

function redirect(response: Response, url: string, { signed }: FilePermit): void {
  response.set(
    signed ? { 'Cache-Control': 'private, no-store', ...NO_REFERRER } : { 'Cache-Control': FOR_A_WHILE },
  );
  response.redirect(signed?.sign(url) ?? url);
}

const cacheControlOf = ({ signed, mayEnd }: FilePermit): string =>
  signed ? `private, max-age=${Math.min(signed.left, MAX_SIGNED_AGE_S)}` : mayEnd ? FOR_AN_HOUR : IMMUTABLE;

function answerWith(file: ServedImage, storage: FileStorage, permit: FilePermit): FileAnswer {
  return {
    ...file,
    cacheControl: cacheControlOf(permit),
    headers: { ...(file.isNegotiated && { Vary: 'Accept' }), ...(permit.signed && NO_REFERRER) },
    open: (range) => storage.open(file.key, range),
  };
}

interface ImagePath {
  readonly version: string;
  readonly name: string;
}

/** Only what is named: browsers that take everything still say which formats they know. */
function takes(accept: string | undefined, type: string): boolean {
  const ranges = (accept ?? '').toLowerCase().split(',').slice(0, 50);
  return ranges.some((range) => {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
