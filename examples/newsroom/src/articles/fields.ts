import { field } from 'content-publishing-service';

/** How hard a post is to read. */
export const readingLevel = field('newsroom_reading_level', {
  type: 'enum',
  values: ['easy', 'normal', 'hard'],
  filter: true,
});
