import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotFoundError } from '../../kernel/errors.js';
import { IMMUTABLE, MEDIA_SECURITY_POLICY } from '../../platform/http/response/file-response.js';
import { Public } from '../../platform/http/server/public.js';
import { PageTheme } from '../models/page-theme.js';

const A_DAY = 'public, max-age=86400';
/** Somebody, in outline. */
const AVATAR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 210" width="210" height="210"><rect width="210" height="210" fill="#d5d9e0"/><circle cx="105" cy="82" r="40" fill="#8a93a3"/><path d="M25 210c0-50 36-78 80-78s80 28 80 78z" fill="#8a93a3"/></svg>';
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1f3a5f"/><path d="M8 9h16M8 16h16M8 23h10" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>';

/** Files that the pages, and the URLs in answers, refer to. */
@Public()
@ApiExcludeController()
@Controller()
export class AssetsController {
  constructor(private readonly theme: PageTheme) {}

  @Get('res/avatars/default')
  @Header('Content-Security-Policy', MEDIA_SECURITY_POLICY)
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', A_DAY)
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  avatar(): string {
    return AVATAR;
  }

  @Get('favicon.ico')
  @Header('Content-Security-Policy', MEDIA_SECURITY_POLICY)
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', A_DAY)
  icon(): string {
    return ICON;
  }

  /** @throws NotFoundError */
  @Get('res/theme/:name')
  file(@Param('name') name: string, @Res() response: Response): void {
    const file = this.theme.files.find((one) => one.name === name);
    if (!file) throw new NotFoundError('not-found', 'The theme has no such file.');
    response.setHeader('Cache-Control', IMMUTABLE);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.type(file.contentType).send(file.content);
  }
}
