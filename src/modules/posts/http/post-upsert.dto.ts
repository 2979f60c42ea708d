import { MAX_INT32 } from '../../../kernel/units.js';
import {
  fault,
  Fault,
  Field,
  readInteger,
  readOneOf,
  readString,
} from '../../../platform/http/request/fields.js';
import type { ExternalId } from '../../articles/writing/article-upsert.service.js';
import { Provider } from '../../articles/articles.service.js';

const MAX_ID = 255;
/** Providers below are the service's own. */
const FIRST_PARTNER = 1000;

const OWN: readonly number[] = [Provider.Import, Provider.Api];

function readProvider(value: unknown): number | Fault {
  const id = readInteger({ min: 0 })(value);
  if (id instanceof Fault) return id;
  const isKnown = OWN.includes(id) || (id >= FIRST_PARTNER && id <= MAX_INT32);
  return isKnown ? id : fault(`must be ${OWN.join(', ')} or ${FIRST_PARTNER} to ${MAX_INT32}`);
}

function readExternalId(value: unknown): string | Fault {
  const id = readString(value);
  if (id instanceof Fault) return id;
  return id !== '' && id.length <= MAX_ID ? id : fault(`must have 1 to ${MAX_ID} characters`);
}

const KINDS = ['draft', 'post'] as const;

/** The external id in a path. */
export class ExternalIdDto {
  @Field(readProvider, { required: true }, { type: 'integer' })
  provider_id!: number;

  @Field(readExternalId, { required: true }, { type: String, maxLength: MAX_ID })
  provider_post_id!: string;

  toExternalId(): ExternalId {
    return { providerId: this.provider_id, providerPostId: this.provider_post_id };
  }
}

/** Query of an upsert: the state of an article that it creates. */
export class UpsertQueryDto {
  @Field(
    readOneOf(...KINDS),
    { nullable: false, description: 'what an article that is not there yet becomes; post when absent' },
    { type: String, enum: KINDS },
  )
  as?: (typeof KINDS)[number];

  /** Whether it becomes a post. */
  get publishes(): boolean {
    return this.as !== 'draft';
  }
}
