import { Controller, Get } from '@nestjs/common';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { Requires } from '../../auth/http/access.js';
import { OldAnswers } from '../../compatibility/http/old-answers.js';
import { SectionsService } from '../sections.service.js';
import { SectionPresenter, type SectionResponse } from './section.presenter.js';

/** Version 1.2 of what is read of sections. */
@OldAnswers()
@Controller('api/1.2/sections')
export class OldSectionsController {
  constructor(
    private readonly sections: SectionsService,
    private readonly presenter: SectionPresenter,
  ) {}

  @Get()
  @Requires('articles.read')
  async list(): Promise<SectionResponse[]> {
    const sections = await this.sections.list();
    return sections.map((section) => this.presenter.present(section));
  }

  @Get(':id')
  @Requires('articles.read')
  async get(@IdParam() id: number): Promise<SectionResponse> {
    return this.presenter.present(await this.sections.get(id));
  }
}
