import { Injectable } from '@nestjs/common';
import type { Tool as Definition } from '@modelcontextprotocol/server';
import { ApiDescription } from '../../../../platform/http/server/api-description.js';
import type { Actor } from '../../../auth/domain/actor.js';
import type { Right } from '../../../site/rights.js';
import { ARTICLE_TOOLS } from './article-tools.js';
import { describedOperation, type DescribedOperation, type Schema } from './described-operation.js';
import { SITE_TOOLS } from './site-tools.js';
import type { Tool } from './tool.js';

/** A tool with the operation that it stands for. */
export interface OfferedTool {
  readonly tool: Tool;
  readonly operation: DescribedOperation;
  /** Names of the arguments of the operation that the tool takes. */
  readonly takes: readonly string[];
  /** Whether the operation answers the whole list, so that it is the tool that makes pages of it. */
  readonly pages: boolean;
  readonly definition: Definition;
}

const TOOLS = [...SITE_TOOLS, ...ARTICLE_TOOLS];

/** Arguments that an agent seldom sends, at the end. */
const LAST = ['version', 'dry_run', 'idempotency_key'];
const LIMIT = { type: 'integer', minimum: 0, maximum: 100, default: 100 };
const URL_OF_ARTICLE = { type: 'string', description: 'URL or path of the article, in place of its id' };
const CURSOR = { type: 'string', description: 'next_cursor of the page before; left out for the first page' };

/** All tools, each as the API description and the key allow. */
@Injectable()
export class ToolCatalog {
  private all: ReadonlyMap<string, OfferedTool> | undefined;

  constructor(private readonly description: ApiDescription) {}

  find(name: string): OfferedTool | undefined {
    return this.tools().get(name);
  }

  /** The tools that an actor may use, for some articles at least. */
  listFor(actor: Actor): Definition[] {
    const allowed = [...this.tools().values()].filter((offered) => mayUse(actor, offered));
    return allowed.map(({ definition }) => definition);
  }

  private tools(): ReadonlyMap<string, OfferedTool> {
    const { document } = this.description;
    this.all ??= new Map(
      TOOLS.map((tool) => [tool.name, offered(tool, describedOperation(document, tool.operation))]),
    );
    return this.all;
  }
}

function mayUse(actor: Actor, { tool, operation }: OfferedTool): boolean {
  const own = (tool.rights ?? []) as Right[];
  const isAllowed = operation.rights === undefined || actor.mayAny(operation.rights as Right[]);
  return isAllowed && own.every((right) => actor.may(right));
}

function offered(tool: Tool, operation: DescribedOperation): OfferedTool {
  const { only, without = [], query = {}, body = {} } = tool;
  const takes = [...operation.arguments.keys()].filter(
    (name) =>
      (only?.includes(name) ?? true) && !without.includes(name) && !(name in query) && !(name in body),
  );
  takes.sort((one, other) => LAST.indexOf(one) - LAST.indexOf(other));
  const pages = tool.list !== undefined && !operation.arguments.has('limit');
  return { tool, operation, takes, pages, definition: definitionOf(tool, operation, takes, pages) };
}

function definitionOf(
  tool: Tool,
  operation: DescribedOperation,
  takes: readonly string[],
  pages: boolean,
): Definition {
  const { name, title, description, effect, needs = [], words = {}, takesUrl = false } = tool;
  const required = takes.filter((taken) => operation.arguments.get(taken)?.isRequired).concat(needs);
  const properties: Record<string, Schema> = {};
  for (const taken of takes) {
    const { schema = {} } = operation.arguments.get(taken) ?? {};
    const own = words[taken];
    properties[taken] = own === undefined ? schema : { ...schema, description: own };
  }
  if (pages) properties.limit = LIMIT;
  if (pages || 'cursor' in properties) properties.cursor = CURSOR;
  if (takesUrl) properties.url = URL_OF_ARTICLE;
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties,
      required: takesUrl ? [] : [...new Set(required)],
    },
    annotations: { title, ...effect },
  };
}
