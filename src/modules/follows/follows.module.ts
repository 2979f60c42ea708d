import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsModule } from '../authors/authors.module.js';
import { SectionsModule } from '../sections/sections.module.js';
import { FollowsRepository } from './domain/follows.repository.js';
import { FollowsService } from './follows.service.js';
import { FollowedSectionPresenter } from './http/followed-section.presenter.js';
import { FollowsController } from './http/follows.controller.js';
import { SqlFollowsRepository } from './infrastructure/sql-follows.repository.js';
import { Follow } from './domain/follow.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { LikesFollows1795651200000 } from './infrastructure/migrations/1795651200000-likes-follows.js';
import { followsKind } from './infrastructure/follows.transfer.js';
import { TransferModule } from '../transfer/transfer.module.js';

@Module({
  imports: [
    MigrationsModule.forFeature([LikesFollows1795651200000]),
    TransferModule.forFeature([followsKind]),
    TypeOrmModule.forFeature([Follow]),
    AuthorsModule,
    SectionsModule,
  ],
  controllers: [FollowsController],
  providers: [
    FollowsService,
    FollowedSectionPresenter,
    { provide: FollowsRepository, useClass: SqlFollowsRepository },
  ],
  exports: [FollowsService],
})
export class FollowsModule {}
