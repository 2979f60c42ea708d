import { Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { InvalidError, NotFoundError } from '../../../kernel/errors.js';
import { Failures } from '../../../platform/errors/failures.js';
import { RequestGate } from '../../../platform/http/admission/request-gate.js';
import { LocalRequests } from '../../../platform/http/server/local-requests.js';
import { RequestActors } from '../../auth/http/request-actors.js';
import { PermalinksService } from '../../permalinks/permalinks.service.js';
import { failure, resultOf } from './tools/tool-answer.js';
import type { OfferedTool } from './tools/tool-catalog.js';
import { type Arguments, requestOf } from './tools/tool-request.js';

/** The request that has brought a call, and when nobody waits for it any more. */
export interface Caller {
  readonly request: Request;
  readonly response: Response;
  readonly signal: AbortSignal;
}

/** Headers that say where a request comes from. */
const ORIGIN = ['host', 'user-agent', 'x-forwarded-for', 'traceparent', 'tracestate'];
const MAX_URL_LENGTH = 2000;

/**
 * Calls of tools. Each is a request of the API, in the name of who calls, so that all that holds for requests
 * holds for calls: rights, validation, hooks, Idempotency-Key, dry runs, load shedding.
 */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly requests: LocalRequests,
    private readonly actors: RequestActors,
    private readonly permalinks: PermalinksService,
    private readonly gate: RequestGate,
    private readonly failures: Failures,
  ) {}

  /** Calls a tool. Failures are errors of the tool, which an agent reads and may correct. */
  async call(offered: OfferedTool, given: Arguments, caller: Caller): Promise<CallToolResult> {
    try {
      return await this.carryOut(offered, given, caller);
    } catch (error) {
      const { problem, headers } = this.failures.describe(error, caller.request);
      return failure(problem, headers['Retry-After']);
    }
  }

  private async carryOut(offered: OfferedTool, given: Arguments, caller: Caller): Promise<CallToolResult> {
    const { url } = given;
    const isByUrl = offered.tool.takesUrl === true && url !== undefined && url !== null;
    const named = isByUrl ? { ...given, id: await this.articleAt(url) } : given;
    const { request, response, signal } = caller;
    // The request that it becomes has a turn of its own.
    this.gate.letWait(response);
    const asked = requestOf(offered, named);
    const answer = await this.requests.send({
      ...asked,
      headers: { ...this.headersOf(caller), ...asked.headers },
      address: request.socket.remoteAddress,
      signal,
    });
    // Readers do not learn that a draft of another author exists.
    if (isByUrl && answer.status === 404) throw nothingAt(url);
    return resultOf(offered, answer, named);
  }

  private async articleAt(url: unknown): Promise<number> {
    if (typeof url !== 'string') throw InvalidError.field('url', 'must be a string');
    const [id] = url.length > MAX_URL_LENGTH ? [] : await this.permalinks.articlesAt([url]);
    if (id === undefined) throw nothingAt(url);
    return id;
  }

  private headersOf({ request, response }: Caller): Record<string, string> {
    const passed = ORIGIN.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    return {
      ...(Object.fromEntries(passed) as Record<string, string>),
      ...this.actors.credentialsOf(request),
      'x-request-id': String(response.getHeader('x-request-id')),
    };
  }
}

const nothingAt = (url: unknown) =>
  new NotFoundError('article-not-found', `There is no article at ${String(url).slice(0, MAX_URL_LENGTH)}.`);
