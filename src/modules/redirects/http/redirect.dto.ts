import { ApiProperty } from '@nestjs/swagger';
import { fault, Field, readInteger, StringField } from '../../../platform/http/request/fields.js';
import {
  MAX_FROM,
  MAX_TO,
  type Redirect,
  REDIRECT_STATUSES,
  type RedirectStatus,
} from '../domain/redirect.entity.js';
import type { NewRedirect } from '../redirects.service.js';

const readStatus = (value: unknown) => {
  const status = readInteger()(value);
  return REDIRECT_STATUSES.find((known) => known === status) ?? fault('must be 301 or 302');
};

/** Compatibility, point 7. */
export class CreateRedirectDto implements NewRedirect {
  @StringField({
    required: true,
    minLength: 1,
    maxLength: MAX_FROM,
    nullable: false,
    description: 'path of the site',
    example: '/2019/the-bridge.html',
  })
  from!: string;

  @StringField({
    required: true,
    minLength: 1,
    maxLength: MAX_TO,
    nullable: false,
    description: 'path of the site, or http(s) URL',
    example: '/the-bridge',
  })
  to!: string;

  @Field(
    readStatus,
    { nullable: false, description: '301 (default) or 302' },
    { type: 'integer', enum: [301, 302] },
  )
  status?: RedirectStatus;
}

export class RedirectResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ description: 'path: decoded, without a slash at its end', example: '/2019/the-bridge.html' })
  from!: string;

  @ApiProperty({ example: '/the-bridge' })
  to!: string;

  @ApiProperty({ type: 'integer', enum: [301, 302] })
  status!: RedirectStatus;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'seconds UTC' })
  created_ts!: number;
}

export const presentRedirect = ({ id, fromPath, target, status, createdTs }: Redirect): RedirectResponse => ({
  id,
  from: fromPath,
  to: target,
  status,
  created_ts: createdTs,
});
