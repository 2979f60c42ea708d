import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotFoundError } from '../../kernel/errors.js';
import { Public } from '../../platform/http/server/public.js';
import { GRAPHIQL_PATH } from '../server/graphql-paths.js';
import { PAGE, START, STYLE } from './graphiql-page.js';

/** The dialogs of GraphiQL hide a scroll bar by this style; nothing else is written into the page. */
const SCROLL_LOCK = "'sha256-nzTgYzXYDNe6BAHiiI7NNlfK8n/auuOAhh2t92YvuXo='";
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${SCROLL_LOCK}`,
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const { resolve } = createRequire(import.meta.url);
/** A file of an installed package, also where the package does not export it. */
const fileOf = (name: string, path: string): string => join(dirname(resolve(`${name}/package.json`)), path);

const FILES: Readonly<Record<string, string>> = {
  'react.js': fileOf('react', 'umd/react.production.min.js'),
  'react-dom.js': fileOf('react-dom', 'umd/react-dom.production.min.js'),
  'graphiql.js': fileOf('graphiql', 'graphiql.min.js'),
  'graphiql.css': fileOf('graphiql', 'graphiql.min.css'),
};
const TEXTS: Readonly<Record<string, string>> = { 'start.js': START, 'start.css': STYLE };

/** The interactive page over GraphQL, served whole from this service. */
@Public()
@ApiExcludeController()
@Controller(GRAPHIQL_PATH)
export class GraphiqlController {
  @Get()
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(): string {
    return PAGE;
  }

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    const text = Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
    const path = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (text !== undefined) response.type(name).send(text);
    else if (path !== undefined) response.sendFile(path, { maxAge: '1d' });
    else throw new NotFoundError('not-found', 'There is no such file.');
  }
}
