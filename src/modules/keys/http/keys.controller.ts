import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { PageDto } from '../../../platform/http/request/page.dto.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { AuthorKeys } from '../author-keys.js';
import { CreateKeyDto, IssuedKeyResponse, KeyResponse, presentIssued, presentKey } from './keys.dto.js';

/** Integration, chapter "REST for partners". */
@ApiResource('Keys')
@Controller('api/1.1/keys')
export class KeysController {
  constructor(private readonly keys: AuthorKeys) {}

  @Post()
  @HttpCode(200)
  @Requires('keys.write')
  @ApiOperation({
    summary: 'Make a key',
    description:
      'For oneself, or for an author whom one may edit. `key` is answered this once, and remembered nowhere: whoever loses it revokes it and makes another.',
  })
  @ApiOkResponse({ type: IssuedKeyResponse })
  async create(@Body() dto: CreateKeyDto, @CurrentActor() actor: Actor): Promise<IssuedKeyResponse> {
    return presentIssued(await this.keys.create(dto.toInput(actor.authorId), actor));
  }

  @Get()
  @Requires('keys.write')
  @ApiOperation({
    summary: 'List keys, newest first',
    description: 'Own ones, and those of authors whom one may edit; revoked and expired ones included.',
  })
  @ApiOkResponse({ type: [KeyResponse] })
  async list(@Query() query: PageDto, @CurrentActor() actor: Actor): Promise<KeyResponse[]> {
    const keys = await this.keys.list(query.toPage(), actor);
    return keys.map(presentKey);
  }

  @Get(':id')
  @Requires('keys.write')
  @ApiOperation({ summary: 'Get a key', description: 'Its state, and when it was used last.' })
  @ApiOkResponse({ type: KeyResponse })
  @ApiProblems(404)
  async get(@IdParam() id: number, @CurrentActor() actor: Actor): Promise<KeyResponse> {
    return presentKey(await this.keys.get(id, actor));
  }

  @Delete(':id')
  @Requires('keys.write')
  @ApiOperation({
    summary: 'Revoke a key',
    description:
      'It is not taken any more: at once, on other machines within a second. It stays in the list.',
  })
  @ApiEmptyResponse()
  @ApiProblems(404)
  async revoke(@IdParam() id: number, @CurrentActor() actor: Actor): Promise<object> {
    await this.keys.revoke(id, actor);
    return {};
  }
}
