import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { InvalidError } from '../../../kernel/errors.js';
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
import { ImageUploadsService } from '../images/image-uploads.service.js';
import { ImagesService } from '../images/images.service.js';
import type { ReceivedFile } from '../received-file.js';
import {
  CreateImageDto,
  EditImageDto,
  ListMediaDto,
  RemoveMediaDto,
  SEEN_MEDIA,
  UploadImageDto,
} from './image.dto.js';
import { ImagePresenter, ImageResponse } from './image.presenter.js';
import { oneOrSeveral, ReceivedFiles, Uploads } from './uploads.js';

/** Interface, chapter "Images". */
@ApiResource('Images')
@ApiExtraModels(ImageResponse)
@Controller('api/1.3/images')
export class ImagesController {
  constructor(
    private readonly images: ImagesService,
    private readonly uploads: ImageUploadsService,
    private readonly presenter: ImagePresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('media.write', 'media.write.own')
  @Uploads('application/json', 'application/x-www-form-urlencoded')
  @ApiOperation({
    operationId: 'uploadImage',
    summary: 'Upload images, or fetch one from a URL',
    description: 'All files are taken, or none.',
  })
  @ApiBody({ type: UploadImageDto })
  @ApiOkResponse(oneOrSeveral(ImageResponse))
  @ApiProblems(413, 415, 422, 503, 507)
  async create(
    @ReceivedFiles() files: readonly ReceivedFile[],
    @Body() dto: CreateImageDto,
    @CurrentActor() actor: Actor,
    @EntityTag() tagged: Tagged,
  ): Promise<ImageResponse | ImageResponse[]> {
    const images = await this.uploads.create(files, dto.image_url, dto.details(), actor);
    const shown = images.map((image) => this.presenter.present(image));
    if (images.length === 1) images.forEach(tagged);
    return shown.length === 1 && shown[0] ? shown[0] : shown;
  }

  @Put(':id')
  @Requires('media.write', 'media.write.own')
  @Uploads('application/json', 'application/x-www-form-urlencoded')
  @ApiOperation({
    summary: 'Edit an image, its crops, or the file that it shows',
    description: 'Another `image_url` replaces the file; the id stays, and so does what is left out.',
  })
  @ApiOkResponse({ type: ImageResponse })
  @ApiProblems(403, 404, 412, 413, 415, 422, 503, 507)
  async edit(
    @IdParam() id: number,
    @ReceivedFiles() files: readonly ReceivedFile[],
    @Body() dto: EditImageDto,
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<ImageResponse> {
    if (files.length > 0) throw InvalidError.field('file', 'a new file is sent as the image_url where it is');
    const edit = { details: dto.details(), crops: dto.crops(), focalPoint: dto.focalPoint(), ifVersions };
    return this.presenter.present(tagged(await this.uploads.edit(id, dto.image_url, edit, actor)));
  }

  @Get()
  @Requires('articles.read')
  @ApiOperation({ summary: 'List images, newest first', description: SEEN_MEDIA })
  @ApiListResponse(ImageResponse)
  async list(
    @Query() query: ListMediaDto,
    @CurrentActor() actor: Actor,
    @Lists() answer: ListAnswer,
  ): Promise<ImageResponse[]> {
    const images = await answer.page(query, this.images.list(actor));
    return images.map((image) => this.presenter.present(image));
  }

  @Get(':id')
  @Requires('articles.read')
  @ApiOperation({ summary: 'Get an image', description: SEEN_MEDIA })
  @ApiOkResponse({ type: ImageResponse })
  @ApiProblems(404)
  async get(
    @IdParam() id: number,
    @CurrentActor() actor: Actor,
    @ReadTag() tagged: Tagged,
  ): Promise<ImageResponse> {
    return this.presenter.present(tagged(await this.images.get(id, actor)));
  }

  @Delete(':id')
  @Requires('media.write', 'media.write.own')
  @ApiOperation({
    summary: 'Remove an image',
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
    await this.images.remove(id, query.force ?? false, actor, ifVersions);
    return {};
  }
}
