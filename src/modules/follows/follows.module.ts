import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module.js';
import { SectionsModule } from '../sections/sections.module.js';
import { FollowsRepository } from './domain/follows.repository.js';
import { FollowsService } from './follows.service.js';
import { FollowedSectionPresenter } from './http/followed-section.presenter.js';
import { FollowsController } from './http/follows.controller.js';
import { SqlFollowsRepository } from './infrastructure/sql-follows.repository.js';

@Module({
  imports: [AuthorsModule, SectionsModule],
  controllers: [FollowsController],
  providers: [
    FollowsService,
    FollowedSectionPresenter,
    { provide: FollowsRepository, useClass: SqlFollowsRepository },
  ],
  exports: [FollowsService],
})
export class FollowsModule {}
