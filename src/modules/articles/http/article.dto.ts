import { ApiBody } from '@nestjs/swagger';
import { Field, FlagField, IntegerField, StringField } from '../../../platform/http/request/fields.js';
import type { OwnChanges } from '../domain/own-fields.js';
import type { ArticleAction, ArticleInput } from '../writing/article-input.js';
import { type InputDraft, Properties, type SentField } from './fields/field-kinds.js';
import { ARTICLE_FIELDS } from './fields/article-fields.js';
import { readAction } from './fields/field-readers.js';

type Fields = typeof ARTICLE_FIELDS;
type SentName = {
  [Name in keyof Fields]: Fields[Name] extends SentField<never> ? Name : never;
}[keyof Fields];
type Sent = {
  [Name in SentName]?: Fields[Name] extends SentField<infer Value> ? Value : never;
};

/** Names of the fields that clients send. */
export const SENT_NAMES: readonly string[] = Object.keys(ARTICLE_FIELDS).filter(
  (name) => 'put' in ARTICLE_FIELDS[name as keyof Fields],
);

const SENT_FIELDS = Object.entries(ARTICLE_FIELDS).filter(
  (entry): entry is [SentName, Fields[SentName]] => 'put' in entry[1],
);

@Properties(SENT_FIELDS.map(([name, { request }]) => [name, request]))
class SentFields {}

/** The fields of a post or draft as clients send them. Interface, chapter "Post and draft". */
export class EditArticleDto extends (SentFields as new () => Sent) {
  @FlagField({ description: '1 keeps the saved updated_ts, unless updated_ts is sent' })
  prevent_modifying_updated_ts?: boolean | null;

  @Field(readAction, {}, { type: String, enum: ['publish', 'unpublish', 'restore', 'revert'] })
  action?: ArticleAction | null;

  @IntegerField({ min: 1, description: 'with `action: revert`: the revision whose content is brought back' })
  revision?: number | null;

  /** Fields of the extension. */
  added?: OwnChanges;

  toInput(): ArticleInput {
    const input: InputDraft = {
      content: {},
      keepsUpdatedTs: this.prevent_modifying_updated_ts ?? undefined,
      action: this.action ?? undefined,
      revision: this.revision ?? undefined,
      fields: this.added,
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

/** The body that /docs begins with, of a request that creates an article. */
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

/** The same of one that changes an article. */
export const ApiArticleChange = (): MethodDecorator =>
  ApiBody({
    type: EditArticleDto,
    examples: {
      text: { summary: 'another text', value: { headline: 'The harbour is open' } },
      publish: { summary: 'publish', value: { action: 'publish' } },
    },
  });
