import { applyDecorators, createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { InvalidError } from '../../../kernel/errors.js';
import type { PagedList, PageOf, Total } from '../../../kernel/page.js';
import { QUERY_KEY } from '../request/credentials.js';
import type { CursorPageDto } from '../request/page.dto.js';
import { pathOf } from '../request/request-path.js';
import { cursorOf, positionOf } from './cursor.js';

/** Headers of a list in the API documentation. */
const HEADERS = {
  Link: {
    description: 'with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288)',
    schema: { type: 'string' as const, example: '</api/1.3/posts?limit=10&cursor=n3Vw>; rel="next"' },
  },
  'X-Total-Count': {
    description: 'with count=1: how many items the list holds on all its pages',
    schema: { type: 'integer' as const, example: 1312 },
  },
  'X-Total-Count-Relation': {
    description: 'gte: the list holds as many as X-Total-Count says, or more; absent where it is exact',
    schema: { type: 'string' as const, enum: ['gte'] },
  },
};

/** Documents a list that tells its next page and its length. */
export const ApiListResponse = (type: Type): MethodDecorator =>
  applyDecorators(ApiOkResponse({ type: [type], headers: HEADERS }));

/** Answers pages of lists: what a query asks for, and the headers that tell the rest. */
export class ListAnswer {
  constructor(
    private readonly request: Request,
    private readonly response: Response,
  ) {}

  /** The items of the page; sets `Link` and `X-Total-Count` where they are asked for. @throws InvalidError */
  async page<T>(query: CursorPageDto, list: PagedList<T>): Promise<readonly T[]> {
    const cursor = query.toCursor();
    const position = cursor ? positionOf(cursor, list.identity) : null;
    if (cursor && !position) throw InvalidError.field('cursor', 'is no cursor of this list');
    const page = query.toPage();
    const [found, total] = await Promise.all([
      list.page(cursor === undefined ? page : { ...page, after: position }),
      query.count ? list.total() : null,
    ]);
    if (total) this.tell(total, page.offset + found.items.length);
    this.link(found, list.identity);
    return found.items;
  }

  /** Sets `X-Total-Count` alone, where it is asked for. */
  async total({ count }: CursorPageDto, list: PagedList<unknown>): Promise<void> {
    if (count) this.tell(await list.total());
  }

  /** @param known items that the list is known to hold, however many were counted */
  private tell({ count, isLeast }: Total, known = 0): void {
    this.response.set('X-Total-Count', String(isLeast ? Math.max(count, known) : count));
    if (isLeast) this.response.set('X-Total-Count-Relation', 'gte');
  }

  private link({ end, hasNext }: PageOf<unknown>, identity: unknown): void {
    if (!end || !hasNext) return;
    const { originalUrl, method } = this.request;
    const parameters = new URLSearchParams(originalUrl.replace(/^[^?]*/, ''));
    // Parameters of a list may be sent in the body, too.
    if (method === 'POST')
      for (const [name, value] of Object.entries(Object(this.request.body) as object))
        if (typeof value === 'string' || typeof value === 'number') parameters.set(name, String(value));
    // No URL of ours holds a key.
    parameters.delete(QUERY_KEY);
    parameters.set('cursor', cursorOf(end, identity));
    this.response.set('Link', `<${pathOf(this.request)}?${parameters.toString()}>; rel="next"`);
  }
}

/** Gives a handler what answers pages of lists. */
export const Lists = createParamDecorator((_data: unknown, context: ExecutionContext): ListAnswer => {
  const http = context.switchToHttp();
  return new ListAnswer(http.getRequest<Request>(), http.getResponse<Response>());
});
