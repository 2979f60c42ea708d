import type { LinkedItem } from '../../domain/page-facts.ts';
import { decodeHTMLStrict } from 'entities';
import { parseRelaxed } from './relaxed-json.ts';
import { clip, MAX_STRING } from './texts.ts';

const MAX_ITEMS = 200;
const MAX_DEPTH = 12;
/** Values of all items together. */
const MAX_VALUES = 20_000;
const MAX_MEMBERS = 200;
/** Nodes that are put in the place of a reference. */
const MAX_RESOLVED = 500;

type Node = Record<string, unknown>;

/**
 * The items of all JSON-LD of a page. Lists and graphs are taken apart; where a
 * property only names a node of the page by its `@id`, the node stands there,
 * but none in it is put in again. What is no JSON is passed over.
 */
export function linkedItems(scripts: readonly string[]): LinkedItem[] {
  const bounded = new Bounds();
  const items: Node[] = [];
  for (const script of scripts) addItems(items, bounded.value(parseRelaxed(script), 0));
  const nodes = nodesById(items);
  return new References(nodes).resolveAll(items);
}

/** Adds what a script holds: one item, a list, or a graph, within one another. Its depth is bounded. */
function addItems(items: Node[], value: unknown): void {
  if (items.length >= MAX_ITEMS) return;
  if (Array.isArray(value)) {
    for (const item of value) addItems(items, item);
  } else if (isNode(value)) {
    const { '@graph': graph, ...item } = value;
    if (Object.keys(item).some((key) => key !== '@context' && key !== '@id')) items.push(item);
    if (graph !== undefined) addItems(items, graph);
  }
}

/** Takes no more of a value than a page has. */
class Bounds {
  private values = 0;

  value(value: unknown, depth: number): unknown {
    this.values += 1;
    if (typeof value === 'string') return clip(decodeHTMLStrict(value.slice(0, 2 * MAX_STRING)).trim());
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (depth >= MAX_DEPTH) return null;
    if (Array.isArray(value)) return this.list(value, depth);
    const node: Node = {};
    for (const [key, member] of Object.entries(value).slice(0, MAX_MEMBERS)) {
      if (this.values >= MAX_VALUES) break;
      if (key !== '__proto__') node[clip(key, 200)] = this.value(member, depth + 1);
    }
    return node;
  }

  private list(list: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = [];
    for (const item of list.slice(0, MAX_MEMBERS)) {
      if (this.values >= MAX_VALUES) break;
      kept.push(this.value(item, depth + 1));
    }
    return kept;
  }
}

/** The first node of each name that says more than the name. */
function nodesById(items: readonly Node[]): Map<string, Node> {
  const nodes = new Map<string, Node>();
  const add = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(add);
    if (!isNode(value)) return;
    const id = value['@id'];
    if (typeof id === 'string' && !isReference(value) && !nodes.has(id)) nodes.set(id, value);
    Object.values(value).forEach(add);
  };
  items.forEach(add);
  return nodes;
}

class References {
  private readonly nodes: ReadonlyMap<string, Node>;
  private resolved = 0;

  constructor(nodes: ReadonlyMap<string, Node>) {
    this.nodes = nodes;
  }

  resolveAll(items: readonly Node[]): Node[] {
    return items.map((item) => this.members(item));
  }

  private value(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isNode(value)) return value;
    const id = value['@id'];
    const node = typeof id === 'string' && isReference(value) ? this.nodes.get(id) : undefined;
    if (!node || this.resolved >= MAX_RESOLVED) return this.members(value);
    this.resolved += 1;
    return node;
  }

  private members(node: Node): Node {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, this.value(value)]));
  }
}

function isReference(node: Node): boolean {
  return Object.keys(node).every((key) => key === '@id' || key === '@type');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
