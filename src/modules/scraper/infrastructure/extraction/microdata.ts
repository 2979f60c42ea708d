import type { LinkedItem } from '../../domain/page-facts.ts';
import { type Addresses, textOf } from './texts.ts';
import type { DomElement } from './markup/dom.ts';

const MAX_ITEMS = 200;
const MAX_PROPERTIES = 5_000;
const MAX_NAMES = 10;
const MAX_DEPTH = 12;

type Item = Record<string, unknown>;

/** Reads microdata of the WHATWG standard, without `itemref`. */
export class Microdata {
  private readonly items: LinkedItem[] = [];
  private readonly byElement = new Map<DomElement, { item: Item; depth: number }>();
  private readonly addresses: Addresses;
  private properties = 0;

  constructor(addresses: Addresses) {
    this.addresses = addresses;
  }

  get found(): readonly LinkedItem[] {
    return this.items;
  }

  /** Elements are given in the order of the page, so the item that one belongs to is known before. */
  visit(element: DomElement): void {
    const names = element.getAttribute('itemprop')?.trim().split(/\s+/).slice(0, MAX_NAMES) ?? [];
    const isItem = element.hasAttribute('itemscope');
    if ((!isItem && names.length === 0) || this.properties >= MAX_PROPERTIES) return;
    const owner = names.length > 0 ? this.ownerOf(element) : null;
    const item = isItem ? this.begin(element, owner?.depth ?? 0) : null;
    if (owner && names[0]) {
      const value = item ?? valueOf(element, this.addresses);
      for (const name of names) this.add(owner.item, name, value);
    } else if (item && this.items.length < MAX_ITEMS) this.items.push(item);
  }

  private begin(element: DomElement, depth: number): Item | null {
    if (depth >= MAX_DEPTH || this.byElement.size >= MAX_PROPERTIES) return null;
    const item: Item = {};
    const types = (element.getAttribute('itemtype') ?? '').trim().split(/\s+/).slice(0, MAX_NAMES);
    const names = types.map(lastSegment).filter((name) => name !== '');
    if (names.length > 0) item['@type'] = names.length > 1 ? names : names[0];
    const id = this.addresses.absolute(element.getAttribute('itemid'));
    if (id) item['@id'] = id;
    this.byElement.set(element, { item, depth: depth + 1 });
    return item;
  }

  private ownerOf(element: DomElement): { item: Item; depth: number } | null {
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (parent.hasAttribute('itemscope')) return this.byElement.get(parent) ?? null;
    }
    return null;
  }

  private add(item: Item, name: string, value: unknown): void {
    this.properties += 1;
    if (this.properties > MAX_PROPERTIES || name === '__proto__') return;
    const known = Object.hasOwn(item, name) ? item[name] : undefined;
    if (known === undefined) item[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else item[name] = [known, value];
  }
}

/** `https://schema.org/NewsArticle` is `NewsArticle`. */
function lastSegment(type: string): string {
  return type.slice(0, 300).replace(/\/+$/, '').split(/[/#]/).at(-1) ?? '';
}

const ADDRESS_ATTRIBUTES = new Map(
  Object.entries({
    a: 'href',
    area: 'href',
    link: 'href',
    audio: 'src',
    embed: 'src',
    iframe: 'src',
    img: 'src',
    source: 'src',
    track: 'src',
    video: 'src',
    object: 'data',
  }),
);

function valueOf(element: DomElement, addresses: Addresses): string {
  const tag = element.localName;
  const content = element.getAttribute('content');
  if (tag === 'meta') return content?.trim() ?? '';
  const address = ADDRESS_ATTRIBUTES.get(tag);
  if (address) return addresses.absolute(element.getAttribute(address)) ?? '';
  if (tag === 'data' || tag === 'meter') return element.getAttribute('value')?.trim() ?? '';
  const datetime = tag === 'time' ? element.getAttribute('datetime')?.trim() : undefined;
  // Beyond the standard, as search engines read it.
  return datetime ?? content?.trim() ?? textOf(element);
}
