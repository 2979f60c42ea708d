import type { ApiPropertyOptions } from '@nestjs/swagger';
import {
  type FieldOptions,
  FlagField,
  IdField,
  ObjectField,
  StringField,
} from '../../../../platform/http/request/fields.js';
import type { BadgeFacts } from '../../../badges/domain/badge.entity.js';
import type { BadgeResponse } from '../../../badges/http/badge.presenter.js';
import type { Image } from '../../../media/domain/image.entity.js';
import type { ArticleContent } from '../../domain/article.js';
import type { ArticleRecord } from '../../domain/article-record.js';
import type {
  ArticleAuthorView,
  ArticleRelations,
  ArticleView,
  SelectedArticle,
} from '../../domain/article-view.js';
import type { ArticleInput } from '../../writing/article-input.js';
import {
  anything,
  type ArticleAuthorResponse,
  flag,
  type ImageInfo,
  maybeInteger,
  text,
} from '../article-parts.response.js';

/** Values of the post object that are not columns of the article. */
export interface SiteFacts {
  readonly id: number;
  readonly urlOf: (path: string) => string;
  readonly ampUrlOf: (path: string, ampPath: string | null) => string | null;
  readonly presentAuthor: (author: ArticleAuthorView, portrait: Image | null) => ArticleAuthorResponse;
  readonly presentBadge: (badge: BadgeFacts, image: Image | null) => BadgeResponse;
  readonly imageUrl: (image: Image) => string;
  readonly presentImage: (image: Image, crops: object | null) => ImageInfo;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** The input of a client while it is put together field by field. */
export type InputDraft = Writable<Omit<ArticleInput, 'content'>> & {
  readonly content: Writable<ArticleContent>;
};

/** A field of the post object. */
export interface ArticleField<Shown = unknown> {
  /** Columns and relations of the article that it is made of. */
  readonly columns?: readonly (keyof ArticleRecord)[];
  readonly relations?: readonly (keyof ArticleRelations)[];
  /** The value in answers, and its schema. */
  readonly present: (article: ArticleView, site: SiteFacts) => Shown;
  readonly schema: ApiPropertyOptions;
}

/** A field that clients send, too. */
export interface SentField<Sent, Shown = unknown> extends ArticleField<Shown> {
  /** Reads, checks and documents the property of the request. */
  readonly request: PropertyDecorator;
  /** Puts the value where the domain takes it. */
  put(input: InputDraft, value: Sent): void;
}

/** A field that is made of some columns and relations, and of no others; clients only read it. */
export const derived = <
  Shown,
  C extends keyof ArticleRecord = never,
  R extends keyof ArticleRelations = never,
>(
  needs: { readonly columns?: readonly C[]; readonly relations?: readonly R[] },
  present: (article: SelectedArticle<C, R>, site: SiteFacts) => Shown,
  schema: ApiPropertyOptions,
): ArticleField<Shown> => ({ ...needs, present, schema });

/** A field that clients write in another form than the one they read. */
export const writable = <Shown, Sent>(
  field: ArticleField<Shown>,
  request: PropertyDecorator,
  put: SentField<Sent>['put'],
): SentField<Sent, Shown> => ({ ...field, request, put });

/** A column as it is. */
export const column = <C extends keyof ArticleRecord>(
  name: C,
  schema: ApiPropertyOptions,
): ArticleField<ArticleRecord[C]> =>
  derived({ columns: [name] }, (article: Readonly<Pick<ArticleRecord, C>>) => article[name], schema);

function setContent<C extends keyof ArticleContent>(
  { content: sent }: InputDraft,
  name: C,
  value: Writable<ArticleContent>[C],
): void {
  sent[name] = value;
}

/** Content that clients write as they read it. */
export const content = <C extends keyof ArticleContent>(
  name: C,
  schema: ApiPropertyOptions,
  request: PropertyDecorator,
): SentField<ArticleRecord[C], ArticleRecord[C]> =>
  writable(column(name, schema), request, (input, value: ArticleRecord[C]) => {
    setContent(input, name, value);
  });

type ContentOf<T> = {
  [C in keyof ArticleContent]-?: ArticleRecord[C] extends T
    ? T extends ArticleRecord[C]
      ? C
      : never
    : never;
}[keyof ArticleContent];

/** @param shown says what answers hold */
export const textContent = (
  name: ContentOf<string | null>,
  sent: Parameters<typeof StringField>[0] = {},
  shown?: string,
) => content(name, text(shown), StringField(sent));

export const idContent = (name: ContentOf<number | null>, sent: FieldOptions = {}) =>
  content(name, maybeInteger(), IdField(sent));

/** False when it is cleared. */
export const flagContent = (name: ContentOf<boolean>, sent: FieldOptions = {}) =>
  writable(column(name, flag()), FlagField(sent), (input, value: boolean | null) => {
    setContent(input, name, value ?? false);
  });

/** An object that is {} in answers when unset. */
export const objectContent = (name: ContentOf<object | null>, sent: FieldOptions, shown: string) =>
  writable(
    derived({ columns: [name] }, (article): object => article[name] ?? {}, anything(shown)),
    ObjectField(sent),
    (input, value: object | null) => {
      setContent(input, name, value);
    },
  );

/** Gives a class properties that a table names, each with its decorator. */
export function Properties(properties: readonly (readonly [string, PropertyDecorator])[]): ClassDecorator {
  return ({ prototype }) => {
    for (const [name, decorate] of properties) decorate(prototype as object, name);
  };
}
