import { Module } from '@nestjs/common';
import { SectionsRepository } from './domain/sections.repository.js';
import { SectionPresenter } from './http/section.presenter.js';
import { SectionsController } from './http/sections.controller.js';
import { TypeormSectionsRepository } from './infrastructure/typeorm-sections.repository.js';
import { SectionsService } from './sections.service.js';

@Module({
  controllers: [SectionsController],
  providers: [
    SectionsService,
    SectionPresenter,
    { provide: SectionsRepository, useClass: TypeormSectionsRepository },
  ],
  exports: [SectionsService, SectionPresenter],
})
export class SectionsModule {}
