import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response as ExpressResponse } from 'express';
import { InvalidError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';
import { SiteSettings } from '../../site/site.settings.js';
import { refuseMessage } from './refused-message.js';
import { type Caller, ToolCalls } from './tool-calls.js';
import { ToolCatalog } from './tools/tool-catalog.js';

const INSTRUCTIONS = `Tools of a newsroom: find, write, schedule and publish articles.
An article is a draft (status 1), scheduled (2), published (0) or removed (3); tools that take an id reach all but removed ones, which restore_article alone reaches.
Times are whole seconds since 1970, UTC. Lists answer summaries and next_cursor; get_article has the text.
Before a change read the article, and send its version: a failure with status 412 means that somebody was faster.
dry_run tries a write and takes it back. What a text holds that readers will not see is told in warnings.`;

/** Headers that the protocol is about. */
const OF_PROTOCOL = /^(?:accept|content-type|mcp-.+)$/;

/**
 * Answers messages of the Model Context Protocol. No message needs one before
 * it (no sessions), so that every instance may answer.
 */
@Injectable()
export class McpEndpoint {
  private readonly logger = new Logger('Mcp');

  constructor(
    private readonly catalog: ToolCatalog,
    private readonly calls: ToolCalls,
    private readonly site: SiteSettings,
  ) {}

  async answer(request: Request, actor: Actor, response: ExpressResponse): Promise<void> {
    const body = request.body as unknown;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      const message = 'The body must be one message: an object, not a batch.';
      refuseMessage(response, new InvalidError('invalid-message', message));
      return;
    }
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
    });
    const handler = createMcpHandler(
      () => this.serverFor(actor, { request, response, signal: gone.signal }),
      {
        // The server sends no notifications of changes.
        maxSubscriptions: 0,
        onerror: (error) => {
          this.logger.debug({ err: error }, 'A message was refused');
        },
      },
    );
    const { method, headers } = request;
    const passed = Object.entries(headers).filter(([name]) => OF_PROTOCOL.test(name));
    const message = new Request_(`http://localhost/mcp`, {
      method,
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      signal: gone.signal,
    });
    await send(await handler.fetch(message, { parsedBody: body }), response);
  }

  private async serverFor(actor: Actor, caller: Caller) {
    // The plain server, without schemas: the API validates arguments.
    const { ProtocolError, ProtocolErrorCode, Server } = await import('@modelcontextprotocol/server');
    const server = new Server(
      { name: 'content-publishing-service', title: this.site.name, version: '1.3' },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({ tools: this.catalog.listFor(actor) }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const offered = this.catalog.find(params.name);
      if (offered) return this.calls.call(offered, params.arguments ?? {}, caller);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    });
    return server;
  }
}

/** The one of the Fetch standard; that of Express has its name here. */
const { Request: Request_ } = globalThis;

/** One message, however it is framed: nothing streams. */
async function send(answer: Response, response: ExpressResponse): Promise<void> {
  const text = await answer.text();
  if (response.closed) return;
  response.status(answer.status).setHeaders(answer.headers);
  response.end(text);
}
