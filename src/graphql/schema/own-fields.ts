import { Injectable } from '@nestjs/common';
import { extendSchema, type GraphQLSchema, isObjectType, parse } from 'graphql';
import { InvalidError } from '../../kernel/errors.js';
import {
  type OwnField,
  OwnFields,
  type OwnValue,
  RANGE_ENDS,
} from '../../modules/articles/domain/own-fields.js';
import type { ArticleCriteria } from '../../modules/articles/listing/article-criteria.js';
import type { PostModel } from '../models/particle.models.js';

/** The fields of the extension that web apps see of posts: `newsroomReadingLevel`. */
@Injectable()
export class OwnPostFields {
  private readonly fields: ReadonlyMap<string, OwnField>;

  constructor({ all }: OwnFields) {
    const shown = all.filter(({ options }) => options.internal !== true);
    this.fields = new Map(shown.map((field) => [inCamelCase(field.name), field]));
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  /** Not by decorators: the types that these declare are those of all services of the process. */
  addTo(schema: GraphQLSchema): GraphQLSchema {
    if (this.fields.size === 0) return schema;
    const extended = extendSchema(schema, parse(definitionsOf(this.fields)));
    const post = extended.getType('Post');
    for (const [name, field] of this.fields) {
      const declared = isObjectType(post) ? post.getFields()[name] : undefined;
      if (declared) declared.resolve = (model: PostModel) => shownValue(field, model.ownValue(field));
    }
    return extended;
  }

  /** @param sent the values of a filter, and the end of a range. @throws InvalidError */
  criteria(
    sent: (name: string) => readonly OwnValue[] | undefined,
    end: (name: string) => number | undefined,
  ): Pick<ArticleCriteria, 'fields' | 'fieldRanges'> {
    const asked = [...this.fields].flatMap(([name, field]) => {
      const values = sent(name);
      return values ? [[field.name, values.map((value) => keptValue(field, value, name))] as const] : [];
    });
    const ranges = [...this.fields].flatMap(([name, field]) => {
      const [from, to] = field.hasRange ? RANGE_ENDS.map((one) => end(name + FILTER_OF[one])) : [];
      return from === undefined && to === undefined
        ? []
        : [[field.name, field.within({ from, to })] as const];
    });
    return { fields: Object.fromEntries(asked), fieldRanges: Object.fromEntries(ranges) };
  }
}

const FILTER_OF = { from: 'From', to: 'To' } as const;

function definitionsOf(fields: ReadonlyMap<string, OwnField>): string {
  const definitions: string[] = [];
  for (const [name, field] of fields) {
    const type = typeOf(name, field);
    const { description } = field.options;
    const words = description === undefined ? '' : JSON.stringify(description);
    if (field.options.type === 'enum')
      definitions.push(`enum ${type} { ${field.options.values.map(inUpperCase).join(' ')} }`);
    definitions.push(`extend type Post { ${words} ${name}: ${type} }`);
    if (field.isFilter)
      definitions.push(`extend input PostsFilters { "with one of these values" ${name}: [${type}] }`);
    if (field.hasRange)
      definitions.push(
        `extend input PostsFilters { "least value" ${name}${FILTER_OF.from}: Int "greatest value" ${name}${FILTER_OF.to}: Int }`,
      );
  }
  return definitions.join('\n');
}

function typeOf(name: string, { options }: OwnField): string {
  if (options.type === 'enum') return name.charAt(0).toUpperCase() + name.slice(1);
  return { string: 'String', text: 'String', integer: 'Int', boolean: 'Boolean' }[options.type];
}

/** Values of enums are written in upper case there. */
function shownValue({ options }: OwnField, value: OwnValue | null): OwnValue | null {
  return options.type === 'enum' && typeof value === 'string' ? inUpperCase(value) : value;
}

function keptValue(field: OwnField, sent: OwnValue, name: string): OwnValue {
  const isEnum = field.options.type === 'enum' && typeof sent === 'string';
  const value = field.clean(isEnum ? sent.toLowerCase() : sent);
  const fault = value === null ? 'must not be empty' : field.faultOf(value);
  if (value === null || fault !== null) throw InvalidError.field(`filters.${name}`, fault ?? '');
  return value;
}

const inCamelCase = (name: string): string =>
  name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
const inUpperCase = (value: string): string => value.toUpperCase();
