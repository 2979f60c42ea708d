import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotFoundError } from '../../../kernel/errors.js';
import { Environment } from '../../../platform/config/environment.js';
import { Public } from '../../../platform/http/server/public.js';
import { GIST, GIST_FRAMES } from '../embeds/other-embeds.js';
import { embedOf } from '../embeds/embeds.js';
import { attributes } from '../../../kernel/html.js';
import { HOUR_S } from '../../../kernel/units.js';
import { SCRIPT_SANDBOX } from '../sanitising/html-rules.js';

/** Sandboxed whatever the frame around it says, so that GitHub's script has no origin of its own. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  'script-src https://gist.github.com',
  "style-src https://github.githubassets.com 'unsafe-inline'",
  'font-src https://github.githubassets.com',
  'img-src https:',
  `sandbox ${SCRIPT_SANDBOX}`,
  'frame-ancestors *',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Pages that run the script of a provider who has no frames, to be framed by whoever shows our texts. */
@Public()
@ApiExcludeController()
@Controller(GIST_FRAMES)
export class EmbedFramesController {
  private readonly site: URL;

  constructor({ PUBLIC_BASE_URL }: Environment) {
    this.site = new URL(PUBLIC_BASE_URL);
  }

  /** @throws NotFoundError for what is no address of a gist */
  @Get([':id', ':owner/:id'])
  gist(@Req() { path }: Request, @Query('file') file: unknown, @Res() response: Response): void {
    const gist = new URL(path.slice(GIST_FRAMES.length + 1), `https://${GIST.hosts[0] ?? ''}`);
    if (typeof file === 'string') gist.searchParams.set('file', file);
    const embed = embedOf(gist.href, GIST.name, { url: this.site });
    if (embed?.script === undefined) throw new NotFoundError('not-found', 'There is no such gist.');
    sendFrame(response, embed.title, embed.script);
  }
}

function sendFrame(response: Response, title: string, script: string): void {
  response.removeHeader('X-Frame-Options');
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('Cache-Control', `public, max-age=${HOUR_S}`);
  response.setHeader('X-Robots-Tag', 'noindex');
  response
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
        '<base target="_blank"><style>body{margin:0}</style></head>' +
        `<body><script${attributes({ src: script }).html}></script></body></html>`,
    );
}
