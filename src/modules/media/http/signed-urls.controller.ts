import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { DocumentMarkup } from '../documents/document-markup.js';
import { DocumentsService } from '../documents/documents.service.js';
import { ImageLinks } from '../images/image-links.js';
import { ImagesService } from '../images/images.service.js';
import { SignedUrls } from '../signing/signed-urls.js';
import { SignedDocumentUrlResponse, SignedImageUrlsResponse, SignUrlsDto } from './signed-urls.dto.js';

const DESCRIPTION =
  'For sites with the setting `media.unpublished` = `signed`, and for those who may read the file. Nothing is stored: the URLs open the file until their end, whatever happens to the key.';

/** URLs of an unpublished image that end, to be handed to people. They are read, by POST. */
@ApiResource('Images')
@Controller('api/1.3/images/:id/signed_urls')
@Requires('articles.read')
export class SignedImageUrlsController {
  constructor(
    private readonly urls: SignedUrls,
    private readonly images: ImagesService,
    private readonly links: ImageLinks,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'signImageUrls',
    summary: 'URLs of an image that end',
    description: DESCRIPTION,
  })
  @ApiOkResponse({ type: SignedImageUrlsResponse })
  @ApiProblems(404, 409)
  async create(
    @IdParam() id: number,
    @Body() { expires_in }: SignUrlsDto,
    @CurrentActor() actor: Actor,
  ): Promise<SignedImageUrlsResponse> {
    const image = await this.images.get(id, actor);
    const expires_ts = this.urls.endAfter(expires_in ?? undefined);
    const sign = (url: string) => this.urls.sign(url, image.secret, expires_ts);
    const plain = Object.entries(this.links.thumbnails(image));
    const thumbnails = Object.fromEntries(plain.map(([size, url]) => [size, sign(url)]));
    return { thumbnails, image_original_url: sign(this.links.originUrl(image)), expires_ts };
  }
}

/** A URL of an unpublished document that ends. */
@ApiResource('Documents')
@Controller('api/1.3/documents/:id/signed_urls')
@Requires('articles.read')
export class SignedDocumentUrlsController {
  constructor(
    private readonly urls: SignedUrls,
    private readonly documents: DocumentsService,
    private readonly markup: DocumentMarkup,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'signDocumentUrl',
    summary: 'A URL of a document that ends',
    description: DESCRIPTION,
  })
  @ApiOkResponse({ type: SignedDocumentUrlResponse })
  @ApiProblems(404, 409)
  async create(
    @IdParam() id: number,
    @Body() { expires_in }: SignUrlsDto,
    @CurrentActor() actor: Actor,
  ): Promise<SignedDocumentUrlResponse> {
    const document = await this.documents.get(id, actor);
    const expires_ts = this.urls.endAfter(expires_in ?? undefined);
    const file_original_url = this.urls.sign(this.markup.url(document), document.secret, expires_ts);
    return { file_original_url, expires_ts };
  }
}
