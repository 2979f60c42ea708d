import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/http/public.js';
import { PageAnswers } from './page-answers.js';

/** Whatever no other route has: the public pages. */
@Public()
@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(private readonly answers: PageAnswers) {}

  @Get('{*path}')
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answers.answer(request, response);
  }
}
