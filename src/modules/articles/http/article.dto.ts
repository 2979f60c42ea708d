import { ApiBody } from '@nestjs/swagger';
import { Field, FlagField, IntegerField, StringField } from '../../../platform/http/request/fields.js';
import type { OwnChanges } from '../domain/own-fields.js';
import { ARTICLE_ACTIONS, type ArticleAction, type ArticleInput } from '../writing/article-input.js';
import { type InputDraft, Properties, type SentField } from './fields/field-kinds.js';
import { ARTICLE_FIELDS } from './fields/article-fields.js';
import { nearName } from '../../../platform/config/near-name.js';
import { hasField, sentValues } from '../../../platform/http/request/request-object.js';
import { readAction } from './fields/field-readers.js';

type Fields = typeof ARTICLE_FIELDS;
type SentName = {
  [Name in keyof Fields]: Fields[Name] extends SentField<never> ? Name : never;
}[keyof Fields];
type Sent = {
  [Name in SentName]?: Fields[Name] extends SentField<infer Value> ? Value : never;
};

const SENT_FIELDS = Object.entries(ARTICLE_FIELDS).filter(
  (entry): entry is [SentName, Fields[SentName]] => 'put' in entry[1],
);

/** Names of the fields that clients send. */
export const SENT_NAMES: readonly string[] = SENT_FIELDS.map(([name]) => name);

/** Fields of answers. Clients send whole objects back, so these names are no mistakes. */
const ANSWERED = new Set([...Object.keys(ARTICLE_FIELDS), 'warnings']);
/** Fields of answers that are made of others, by which they are set. */
const SET_BY: Readonly<Record<string, string>> = {
  slug: 'manual_basename',
  basename: 'manual_basename',
  post_url: 'manual_basename',
  description: 'body',
  public_tags: 'tags',
  badges_details: 'badges',
  image: 'image_id',
  roar_authors: 'roar_author_ids',
};
/** Bounds of the search for misspelt names: a body may have any number of names, of any length. */
const MAX_NAMES = 200;
const MAX_NAME_LENGTH = 50;
const ACCEPTED = [...SENT_NAMES, 'action', 'prevent_modifying_updated_ts'];

/**
 * A sentence for each name that is ignored: of no field, or of one of answers,
 * unless a whole object is sent back.
 */
function ignoredNames(dto: EditArticleDto, names: readonly string[]): readonly string[] {
  const isKnown = (name: string): boolean =>
    ANSWERED.has(name) ||
    hasField(dto.constructor, name) ||
    Object.hasOwn(dto.added ?? {}, name) ||
    dto.repeated?.includes(name) === true;
  const isWhole = names.includes('id');
  const made = names.filter((name) => !isWhole && Object.hasOwn(SET_BY, name));
  const unknown = names.slice(0, MAX_NAMES).filter((name) => !isKnown(name));
  const hints = unknown.map((name) => {
    const meant = name.length > MAX_NAME_LENGTH ? null : nearName(name, ACCEPTED);
    const hint = meant === null || names.includes(meant) ? '' : `; did you mean ${meant}?`;
    return `${name.slice(0, MAX_NAME_LENGTH)}: there is no such field${hint}`;
  });
  return [...made.map((name) => `${name}: is not set by this field; send ${SET_BY[name] ?? ''}`), ...hints];
}

@Properties(SENT_FIELDS.map(([name, { request }]) => [name, request]))
class SentFields {}

/** The fields of a post or draft as clients send them. Interface, chapter "Post and draft". */
export class EditArticleDto extends (SentFields as new () => Sent) {
  @FlagField({ description: '1 keeps the saved updated_ts, unless updated_ts is sent' })
  prevent_modifying_updated_ts?: boolean | null;

  @Field(readAction, {}, { type: String, enum: ARTICLE_ACTIONS })
  action?: ArticleAction | null;

  @IntegerField({ min: 1, description: 'with `action: revert`: the revision whose content is brought back' })
  revision?: number | null;

  /** Fields of the extension. */
  added?: OwnChanges;
  /** Names that were sent of fields that only answers have, besides those of every site. */
  repeated?: readonly string[];

  toInput(): ArticleInput {
    const sent = sentValues(this);
    const input: InputDraft = {
      content: {},
      keepsUpdatedTs: this.prevent_modifying_updated_ts ?? undefined,
      action: this.action ?? undefined,
      revision: this.revision ?? undefined,
      fields: this.added,
      hints: ignoredNames(this, Object.keys(sent)),
      // An object that was read before, and sent back with an action, has the former state.
      sentState: this.action ? undefined : { status: sent.status, scheduledAt: sent.scheduled_at },
    };
    for (const [name, field] of SENT_FIELDS) {
      const value = this[name];
      if (value !== undefined) (field as SentField<unknown>).put(input, value);
    }
    return input;
  }
}

/** The same fields for a new article, which has to have a headline. */
export class CreateArticleDto extends EditArticleDto {
  @StringField({ required: true, minLength: 1, example: 'The bridge is open' })
  declare headline: string;
}

/** Documents the body of a request that creates an article, with the example that /docs starts from. */
export const ApiNewArticle = (): MethodDecorator =>
  ApiBody({
    type: CreateArticleDto,
    examples: {
      article: {
        value: {
          headline: 'The harbour opens again',
          body: '<p>The first ship came in at noon.</p>',
          tags: ['harbour'],
        },
      },
    },
  });

/** Documents the body of a request that changes an article, with examples. */
export const ApiArticleChange = (): MethodDecorator =>
  ApiBody({
    type: EditArticleDto,
    examples: {
      text: { summary: 'another text', value: { headline: 'The harbour is open' } },
      publish: { summary: 'publish', value: { action: 'publish' } },
    },
  });
