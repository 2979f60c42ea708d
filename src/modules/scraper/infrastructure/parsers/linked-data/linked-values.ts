import type { LinkedItem } from '../../../domain/page-facts.js';
import { cleanText } from '../text.js';

const MAX_VALUES = 200;
const MAX_DEPTH = 4;

/** The values of a property, nested lists flattened. */
export function valuesOf(item: LinkedItem, ...properties: readonly string[]): readonly unknown[] {
  for (const property of properties) {
    const values = Object.hasOwn(item, property) ? flat(item[property]) : [];
    if (values.length > 0) return values;
  }
  return [];
}

function flat(value: unknown, depth = 0): readonly unknown[] {
  if (value === null || value === undefined || value === '') return [];
  if (!Array.isArray(value)) return [value];
  if (depth >= MAX_DEPTH) return [];
  const values: unknown[] = [];
  for (const element of value.slice(0, MAX_VALUES)) values.push(...flat(element, depth + 1));
  return values.slice(0, MAX_VALUES);
}

/** The text of the first property that has one; empty when none has. */
export function textOf(item: LinkedItem, properties: readonly string[], max?: number): string {
  for (const property of properties) {
    for (const value of valuesOf(item, property)) {
      const text = textIn(value, max);
      if (text !== '') return text;
    }
  }
  return '';
}

/** The text of a string, a number, a value with a language, or a named node. */
export function textIn(value: unknown, max?: number): string {
  if (!isItem(value)) return cleanText(value, max);
  for (const property of ['@value', 'name', 'headline', 'text'])
    for (const inner of valuesOf(value, property)) {
      const text = isItem(inner) ? cleanText(inner['@value'], max) : cleanText(inner, max);
      if (text !== '') return text;
    }
  return '';
}

export function isItem(value: unknown): value is LinkedItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function itemsOf(item: LinkedItem, ...properties: readonly string[]): readonly LinkedItem[] {
  return valuesOf(item, ...properties).filter(isItem);
}

/** Addresses of texts and of nodes: `url`, `contentUrl`, `@id`. */
export function addressIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isItem(value)) return '';
  const [address] = valuesOf(value, 'url', 'contentUrl', '@id');
  return typeof address === 'string' ? address : isItem(address) ? addressOf(address) : '';
}

function addressOf(item: LinkedItem): string {
  const id = item['@id'];
  return typeof id === 'string' ? id : '';
}

/** Names of types without where they are defined: `http://schema.org/NewsArticle` is a `NewsArticle`. */
export function typesOf(item: LinkedItem): readonly string[] {
  return valuesOf(item, '@type').flatMap((type) => {
    if (typeof type !== 'string' || type.length > 200) return [];
    return [type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#'), type.lastIndexOf(':')) + 1)];
  });
}

/** Nodes of a page refer to each other by their `@id`. */
export class LinkedItems {
  private readonly byId = new Map<string, LinkedItem>();

  readonly items: readonly LinkedItem[];

  constructor(items: readonly LinkedItem[]) {
    this.items = items.filter(isItem);
    for (const item of this.items) {
      const id = item['@id'];
      if (typeof id === 'string' && !this.byId.has(id) && Object.keys(item).length > 1)
        this.byId.set(id, item);
    }
  }

  /** The properties, each reference replaced by its node. */
  values(item: LinkedItem, ...properties: readonly string[]): readonly unknown[] {
    return valuesOf(item, ...properties).map((value) => this.resolved(value));
  }

  private resolved(value: unknown): unknown {
    if (!isItem(value) || typeof value['@id'] !== 'string' || textIn(value) !== '') return value;
    return this.byId.get(value['@id']) ?? value;
  }
}
