import { Injectable } from '@nestjs/common';
import type { Author } from '../../modules/authors/domain/author.entity.js';
import { AuthorPresenter } from '../../modules/authors/http/author.presenter.js';
import { HtmlSanitizer } from '../../modules/content/sanitising/html-sanitizer.js';

/** Texts about sections and authors, which are stored as they were sent. */
@Injectable()
export class ListTexts {
  constructor(
    private readonly sanitizer: HtmlSanitizer,
    private readonly authors: AuthorPresenter,
  ) {}

  async safe(html: string | null): Promise<string> {
    if (html === null || html === '') return '';
    const [safe] = await this.sanitizer.sanitize([html]);
    return safe?.html ?? '';
  }

  profileUrl(author: Author): string {
    return this.authors.profileUrl(author);
  }
}
