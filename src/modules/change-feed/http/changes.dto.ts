import { ApiProperty } from '@nestjs/swagger';
import { Fault, Field, fault, readInteger, readString } from '../../../platform/http/request/fields.js';
import { CHANGE_VERBS, type ChangeVerb, type ResourceType } from '../../changes/change-log.js';
import type { CommittedEvent } from '../../changes/events/committed-event.js';
import type { FeedPage, FeedQuery, FeedStart } from '../change-feed.service.js';

const MAX_LIMIT = 500;
/** The limit of other lists of posts. */
const MAX_LIMIT_WITH_RESOURCES = 100;
const DEFAULT_LIMIT = 100;
const MAX_WAIT_S = 30;

/** Kinds of resources, by the names that clients know. */
const TYPES = {
  post: 'article',
  section: 'section',
  author: 'author',
  badge: 'badge',
  image: 'image',
  document: 'document',
} as const satisfies Record<string, ResourceType>;
type TypeName = keyof typeof TYPES;
const TYPE_NAMES = Object.keys(TYPES) as TypeName[];

const TOKEN = /^c([1-9]\d{0,15}|0)$/;
export const tokenOf = ({ position }: Pick<FeedPage, 'position'>): string => `c${position}`;

function readStart(value: unknown): FeedStart | Fault {
  if (value === 'now' || value === 'start') return value;
  const [, position] = TOKEN.exec(typeof value === 'string' ? value : '') ?? [];
  if (position === undefined) return fault('must be "now", "start", or "next" of a former answer');
  return { position: Number(position) };
}

function readTypes(value: unknown): ResourceType[] | Fault {
  const text = readString(value);
  if (text instanceof Fault) return text;
  const types: ResourceType[] = [];
  for (const name of text.split(',')) {
    const type = TYPE_NAMES.find((known) => known === name.trim());
    if (!type) return fault(`must be of ${TYPE_NAMES.join(', ')}, between commas`);
    types.push(TYPES[type]);
  }
  return types;
}

const atMost = (most: number, least: number) => (value: unknown) => {
  const number = readInteger({ min: least })(value);
  return number instanceof Fault ? number : Math.min(number, most);
};

export class ReadChangesDto {
  @Field(
    readStart,
    {
      required: true,
      nullable: false,
      description:
        '`now` gives a token to begin with; `start` begins with the oldest change that is kept; else `next` of the answer before',
      example: 'now',
    },
    { type: 'string' },
  )
  after!: FeedStart;

  @Field(
    atMost(MAX_LIMIT, 1),
    {
      nullable: false,
      description: `${DEFAULT_LIMIT} when absent; above ${MAX_LIMIT} it is lowered to ${MAX_LIMIT}, with resources to ${MAX_LIMIT_WITH_RESOURCES}`,
    },
    { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  )
  limit?: number;

  @Field(
    readTypes,
    { nullable: false, description: 'kinds of resources, between commas; all when absent' },
    { type: 'string', example: 'post,section' },
  )
  types?: ResourceType[];

  @Field(
    atMost(MAX_WAIT_S, 0),
    {
      nullable: false,
      description: `seconds for which an answer without changes waits for one; above ${MAX_WAIT_S} it is lowered to ${MAX_WAIT_S}`,
    },
    { type: 'integer', minimum: 0, maximum: MAX_WAIT_S, default: 0 },
  )
  wait?: number;

  @Field(
    (value) => (value === 'resource' ? value : fault('must be "resource"')),
    { nullable: false, description: 'adds to each change its resource as it is now' },
    { type: 'string', enum: ['resource'] },
  )
  include?: 'resource';

  toQuery(): FeedQuery {
    return {
      after: this.after,
      limit: Math.min(this.limit ?? DEFAULT_LIMIT, this.include ? MAX_LIMIT_WITH_RESOURCES : MAX_LIMIT),
      types: new Set(this.types ?? Object.values(TYPES)),
      wait: this.wait ?? 0,
    };
  }
}

export class ChangeResponse {
  @ApiProperty({ description: 'of the change, the same in webhooks', example: 'evt_1024' })
  id!: string;

  @ApiProperty({ enum: TYPE_NAMES })
  type!: TypeName;

  @ApiProperty({ enum: CHANGE_VERBS })
  verb!: ChangeVerb;

  @ApiProperty({ type: 'integer', example: 12 })
  resource_id!: number;

  @ApiProperty({ type: 'integer', description: 'after the change; its ETag begins with it', example: 3 })
  version!: number;

  @ApiProperty({ type: [String], description: 'request fields that differ', example: ['headline'] })
  changed!: readonly string[];

  @ApiProperty({ type: 'integer', format: 'int64', description: 'seconds UTC', example: 1795219200 })
  at!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'author; null for the service itself' })
  actor_id!: number | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    selfRequired: false,
    description: 'with include=resource: as it is now, as GET answers it; absent when it is gone or hidden',
  })
  resource?: object | undefined;
}

export class ChangesResponse {
  @ApiProperty({ type: [ChangeResponse] })
  changes!: ChangeResponse[];

  @ApiProperty({ description: 'token to go on with; it holds on every instance', example: 'c1024' })
  next!: string;

  @ApiProperty({ description: 'whether there are changes after these, also when there are none here' })
  has_more!: boolean;
}

const nameOf = ({ resource }: CommittedEvent): TypeName =>
  TYPE_NAMES.find((name) => TYPES[name] === resource) ?? 'post';

/** @param resourceOf the resource of a change; left out when none is asked for */
export function presentPage(
  page: FeedPage,
  resourceOf?: (change: CommittedEvent) => object | undefined,
): ChangesResponse {
  return {
    changes: page.changes.map((change) => ({
      id: change.id,
      type: nameOf(change),
      verb: change.verb,
      resource_id: change.resourceId,
      version: change.version ?? 0,
      changed: change.fields,
      at: change.at,
      actor_id: change.authorId,
      resource: resourceOf?.(change),
    })),
    next: tokenOf(page),
    has_more: page.hasMore,
  };
}
