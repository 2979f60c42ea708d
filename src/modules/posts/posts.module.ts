import { Module } from '@nestjs/common';
import { ArticlesModule } from '../articles/articles.module.js';
import { PostsController } from './http/posts.controller.js';

@Module({ imports: [ArticlesModule], controllers: [PostsController] })
export class PostsModule {}
