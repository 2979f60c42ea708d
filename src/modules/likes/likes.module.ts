import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ArticlesModule } from '../articles/articles.module.js';
import { AuthorsModule } from '../authors/authors.module.js';
import { LikesRepository } from './domain/likes.repository.js';
import { LikesController } from './http/likes.controller.js';
import { SqlLikesRepository } from './infrastructure/sql-likes.repository.js';
import { LikesService } from './likes.service.js';
import { Like } from './domain/like.entity.js';
import { likesKind } from './infrastructure/likes.transfer.js';
import { TransferModule } from '../transfer/transfer.module.js';

@Module({
  imports: [
    TransferModule.forFeature([likesKind]),
    TypeOrmModule.forFeature([Like]),
    ArticlesModule,
    AuthorsModule,
  ],
  controllers: [LikesController],
  providers: [LikesService, { provide: LikesRepository, useClass: SqlLikesRepository }],
  exports: [LikesService],
})
export class LikesModule {}
