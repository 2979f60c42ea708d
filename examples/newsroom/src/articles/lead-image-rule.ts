import { Injectable } from '@nestjs/common';
import { ArticleHooks, InvalidError, type PendingArticleChange } from 'content-publishing-service';
import { readingLevel } from './fields.js';

const LONG_WORD = 9;

/** Nothing hard to read is published without an image, and what nobody has judged is judged by its headline. */
@Injectable()
export class LeadImageRule extends ArticleHooks {
  override before({ verb, article, write }: PendingArticleChange): void {
    const level = readingLevel.of(article);
    if (verb === 'publish' && level === 'hard' && article.imageId === null)
      throw InvalidError.field('image_id', 'is needed to publish what is hard to read');
    if (level === null && article.headline.split(/\s+/).some((word) => word.length >= LONG_WORD))
      write({ fields: { [readingLevel.name]: 'hard' } });
  }
}
