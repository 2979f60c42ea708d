import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty } from '@nestjs/swagger';
import { ApiResource } from '../../../platform/http/response/problem.response.js';
import type { ActingKey, Actor } from '../../auth/domain/actor.js';
import { CurrentActor, RequiresKey } from '../../auth/http/access.js';
import { AuthorsService } from '../authors.service.js';
import { AuthorPresenter, AuthorResponse } from './author.presenter.js';

class OwnKeyResponse {
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  @ApiProperty({ type: String, nullable: true, example: 'mirror' })
  name!: string | null;

  @ApiProperty({ enum: ['read', 'write'] })
  scope!: 'read' | 'write';

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    description: 'seconds UTC; null when it does not expire',
  })
  expires_ts!: number | null;
}

class MeResponse {
  @ApiProperty()
  author!: AuthorResponse;

  @ApiProperty({ example: 'Editor' })
  role!: string;

  @ApiProperty({
    type: [String],
    description: 'rights of the role, as far as the scope of the key leaves them; `*` is all of them',
    example: ['articles.read', 'drafts.read'],
  })
  rights!: string[];

  @ApiProperty({ type: OwnKeyResponse, nullable: true, description: 'null when no key was sent' })
  key!: OwnKeyResponse | null;
}

const presentKey = ({ id, name, scope, expiresTs }: ActingKey): OwnKeyResponse => ({
  id,
  name,
  scope,
  expires_ts: expiresTs,
});

/** Integration, chapter "REST for partners". */
@ApiResource('Authors')
@Controller('api/1.1/me')
export class MeController {
  constructor(
    private readonly authors: AuthorsService,
    private readonly presenter: AuthorPresenter,
  ) {}

  @Get()
  @RequiresKey()
  @ApiOperation({
    summary: 'Say whose key this is, and what it may do',
    description: 'The author, the role, its rights, and the scope and the end of the key.',
  })
  @ApiOkResponse({ type: MeResponse })
  async get(@CurrentActor() { authorId, role, rights, key }: Actor): Promise<MeResponse> {
    const author = this.presenter.present(await this.authors.get(authorId));
    return { author, role, rights: [...rights].sort(), key: key && presentKey(key) };
  }
}
