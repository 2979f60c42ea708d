import { All, Controller, Next, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { AcceptsForms } from '../platform/http/forms.js';
import { Public } from '../platform/http/public.js';
import { GraphqlEndpoint } from './graphql-endpoint.js';

export const GRAPHQL_PATHS = ['core/graphql', 'res/graphql'];

/** Interface, chapter "GraphQL". Who may read what is decided by what is read. */
@Public()
@ApiExcludeController()
@Controller()
export class GraphqlController {
  constructor(private readonly endpoint: GraphqlEndpoint) {}

  /** Forms are refused in the words of GraphQL, too. */
  @All(GRAPHQL_PATHS)
  @AcceptsForms()
  answer(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction): void {
    this.endpoint.answer(request, response, next);
  }
}
