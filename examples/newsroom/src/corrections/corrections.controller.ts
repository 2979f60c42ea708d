import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  type Actor,
  ApiResource,
  ArticlesService,
  CurrentActor,
  IdParam,
  Requires,
  StringField,
} from 'content-publishing-service';
import type { Correction } from './correction.entity.js';
import { CorrectionsService } from './corrections.service.js';

class CorrectionDto {
  @StringField({ required: true, minLength: 1, maxLength: 2000, example: 'It is 400 m long, not 40 m.' })
  text!: string;
}

@ApiResource('Corrections')
@Controller('api/newsroom/posts/:id/corrections')
export class CorrectionsController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly corrections: CorrectionsService,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('newsroom.corrections.write')
  @ApiOperation({ summary: 'Note a correction' })
  async add(@IdParam() id: number, @Body() { text }: CorrectionDto, @CurrentActor() actor: Actor) {
    await this.articles.get(id, actor);
    return present(await this.corrections.add(id, text));
  }

  @Get()
  @Requires('articles.read')
  @ApiOperation({ summary: 'List the corrections of a post' })
  async list(@IdParam() id: number, @CurrentActor() actor: Actor) {
    await this.articles.get(id, actor);
    return ((await this.corrections.of([id])).get(id) ?? []).map(present);
  }
}

const present = ({ id, text, createdTs }: Correction) => ({ id, text, created_ts: createdTs });
