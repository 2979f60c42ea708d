import { CreateArticleDto } from '../../modules/articles/http/article.dto.js';
import { fault, Fault, Field, readString } from '../../platform/http/request/fields.js';

const MAX_NAME = 255;

/** Names come with line breaks and runs of blanks. */
function readName(value: unknown): string | Fault {
  const text = readString(value);
  if (text instanceof Fault) return text;
  const name = text.replace(/\s+/gu, ' ').trim();
  return name.length > MAX_NAME ? fault(`must not be longer than ${MAX_NAME} characters`) : name;
}

const NameField = () => Field(readName, {}, { type: String, maxLength: MAX_NAME });

/** The fields of an article as a file has them: those of the API, and names in place of ids. */
export class ImportedArticleDto extends CreateArticleDto {
  /** The author's; empty for none. */
  @NameField()
  byline?: string | null;

  /** Title of the section; empty for none. */
  @NameField()
  site?: string | null;
}
