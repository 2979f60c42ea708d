import { Injectable } from '@nestjs/common';
import type { Author } from '../../modules/authors/domain/author.entity.js';
import { AuthorPresenter } from '../../modules/authors/http/author.presenter.js';
import { AboutTexts } from '../../modules/content/rendering/about-texts.js';

interface About {
  readonly aboutHtml: string | null;
  readonly aboutHtmlSafe: string | null;
}

/** Texts about sections and authors, and addresses of authors. */
@Injectable()
export class ListTexts {
  constructor(
    private readonly texts: AboutTexts,
    private readonly authors: AuthorPresenter,
  ) {}

  /** The stored safe form, or one that is made now while there is none. */
  async about({ aboutHtml, aboutHtmlSafe }: About): Promise<string> {
    return aboutHtmlSafe ?? (await this.texts.safe(aboutHtml)) ?? '';
  }

  profileUrl(author: Author): string {
    return this.authors.profileUrl(author);
  }
}
