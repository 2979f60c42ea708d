import { Injectable } from '@nestjs/common';
import { ArticleHooks, InvalidError, type PendingArticleChange } from 'content-publishing-service';
import { readingLevel } from './fields.js';

const LONG_WORD = 9;

/** Nothing hard to read is public without an image; what nobody has judged is judged by its headline. */
@Injectable()
export class LeadImageRule extends ArticleHooks {
  override before({ article, write }: PendingArticleChange): void {
    const isLong = article.headline.split(/\s+/).some((word) => word.length >= LONG_WORD);
    const level = readingLevel.of(article) ?? (isLong ? 'hard' : null);
    write({ fields: { [readingLevel.name]: level } });
    // By its state, not by the verb: a post may be published when it is created, and edited later.
    if (article.isPublished && level === 'hard' && article.imageId === null)
      throw InvalidError.field('image_id', 'is needed for what is hard to read');
  }
}
