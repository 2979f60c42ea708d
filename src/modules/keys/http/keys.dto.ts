import { ApiProperty } from '@nestjs/swagger';
import {
  fault,
  Fault,
  Field,
  IntegerField,
  readString,
  StringField,
} from '../../../platform/http/request/fields.js';
import { shownOnce } from '../../../platform/http/writes/shown-once.js';
import type { ApiKey, KeyScope } from '../../auth/domain/api-key.entity.js';
import { isLifetime, LIFETIME_RULE, MAX_DAYS } from '../../auth/domain/key-lifetime.js';
import type { IssuedKey, NewKey } from '../../auth/keys.service.js';

const SCOPES: readonly KeyScope[] = ['read', 'write'];
const SECONDS = { type: 'integer', format: 'int64' } as const;

function readScope(value: unknown): KeyScope | Fault {
  return SCOPES.find((scope) => scope === value) ?? fault(`must be ${SCOPES.join(' or ')}`);
}

function readDays(value: unknown): number | Fault {
  const text = readString(value);
  const days = text instanceof Fault || text.trim() === '' ? NaN : Number(text);
  return isLifetime(days) ? days : fault(LIFETIME_RULE);
}

export class CreateKeyDto {
  @IntegerField({ min: 1, description: 'whose key it is; the author of the request when absent', example: 7 })
  author_id?: number | null;

  @Field(
    readScope,
    { nullable: false, description: 'what the key may do: read, or all that its author may do' },
    { type: 'string', enum: [...SCOPES], default: 'write' },
  )
  scope?: KeyScope;

  @StringField({ maxLength: 255, description: 'what it is for', example: 'partner feed' })
  name?: string | null;

  @Field(
    readDays,
    { description: 'days from now; it does not expire when absent', example: 90 },
    { type: 'number', minimum: 0, maximum: MAX_DAYS },
  )
  expires_in_days?: number | null;

  /** @param ownId the author of the request */
  toInput(ownId: number): NewKey {
    const { author_id, scope, name, expires_in_days } = this;
    return {
      authorId: author_id ?? ownId,
      scope: scope ?? 'write',
      ...(typeof name === 'string' && { name }),
      ...(typeof expires_in_days === 'number' && { expiresInDays: expires_in_days }),
    };
  }
}

export class KeyResponse {
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  @ApiProperty({ type: 'integer', description: 'in whose name it acts', example: 7 })
  author_id!: number;

  @ApiProperty({ enum: SCOPES })
  scope!: KeyScope;

  @ApiProperty({ type: String, nullable: true, example: 'partner feed' })
  name!: string | null;

  @ApiProperty({ description: 'its first characters, to tell keys apart', example: 'Yx3kQz8a' })
  prefix!: string;

  @ApiProperty({ ...SECONDS, description: 'seconds UTC', example: 1795219200 })
  created_ts!: number;

  @ApiProperty({ ...SECONDS, nullable: true, description: 'seconds UTC; null when it does not expire' })
  expires_ts!: number | null;

  @ApiProperty({ ...SECONDS, nullable: true, description: 'seconds UTC; null while it is not revoked' })
  revoked_ts!: number | null;

  @ApiProperty({
    ...SECONDS,
    nullable: true,
    description: 'seconds UTC, to the minute; null when never used',
  })
  last_used_ts!: number | null;
}

export class IssuedKeyResponse extends KeyResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'the key itself, 64 letters and digits: answered this once; null in a dry run, and when the request is sent again',
  })
  key!: string | null;
}

export const presentKey = (key: ApiKey): KeyResponse => ({
  id: key.id,
  author_id: key.authorId,
  scope: key.scope,
  name: key.name,
  prefix: key.prefix,
  created_ts: key.createdTs,
  expires_ts: key.expiresTs,
  revoked_ts: key.revokedTs,
  last_used_ts: key.lastUsedTs,
});

export function presentIssued({ key, secret }: IssuedKey): IssuedKeyResponse {
  return shownOnce(Object.assign(presentKey(key), { key: secret }), 'key');
}
