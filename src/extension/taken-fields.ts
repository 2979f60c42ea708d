import { EditArticleDto } from '../modules/articles/http/article.dto.js';
import { ARTICLE_FIELDS } from '../modules/articles/http/fields/article-fields.js';
import { ListPostsDto } from '../modules/posts/http/post-queries.dto.js';
import { hasField } from '../platform/http/request/request-object.js';
import { type Extension, ExtensionError } from './extension.js';

/** An extension called `page` must not declare `page_title`. @throws ExtensionError */
export function mustNotTakeFields({ name: extension, fields = [] }: Extension): void {
  const taken = fields.filter(
    ({ name }) => name in ARTICLE_FIELDS || hasField(EditArticleDto, name) || hasField(ListPostsDto, name),
  );
  if (taken.length === 0) return;
  const faults = taken.map(({ name }) => `fields: the service has a field or a criterion called "${name}"`);
  throw new ExtensionError(extension, faults);
}
