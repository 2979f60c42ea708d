import type { INestApplicationContext } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { LRUCache } from 'lru-cache';
import { plainText } from '../../../kernel/html.js';
import { asciiName } from '../../../kernel/slug.js';
import type { Author } from '../../../modules/authors/domain/author.entity.js';
import { emailKey } from '../../../modules/authors/domain/author.entity.js';
import { AuthorsService } from '../../../modules/authors/authors.service.js';
import { retryWhileBusy } from '../retry-while-busy.js';
import type { SourceAuthor } from './source-entry.js';

const MAX_KNOWN = 10_000;
const MAX_NAME = 255;
const MAX_EMAIL = 254;

/** The authors of this site for those of another system: found by e-mail address, then by name, else made. */
export class SourceAuthors {
  private readonly authors: AuthorsService;
  private readonly known = new LRUCache<string, number>({ max: MAX_KNOWN });
  /** Number of authors that were created, or would be in a dry run. */
  made = 0;

  constructor(
    app: INestApplicationContext,
    private readonly isDryRun: boolean,
  ) {
    this.authors = app.get(AuthorsService);
  }

  /** @returns null in a dry run, for one who would be made */
  async idOf(source: SourceAuthor): Promise<number | null> {
    const known = this.known.get(source.login);
    if (known !== undefined) return known || null;
    const author = (await this.find(source)) ?? (await this.make(source));
    this.known.set(source.login, author?.id ?? 0);
    return author?.id ?? null;
  }

  private async find({ email, login, displayName }: SourceAuthor): Promise<Author | null> {
    const address = addressOf(email);
    const [same] = address === null ? [] : await this.authors.listByEmails([address]);
    if (same) return same;
    const name = slugOf(login, displayName);
    const named = name === '' ? null : await this.authors.findByName(name);
    // Two addresses are two people.
    const theirs = named?.emailKey ?? null;
    const isOther = theirs !== null && address !== null && theirs !== emailKey(address);
    return isOther ? null : named;
  }

  private async make(source: SourceAuthor): Promise<Author | null> {
    this.made += 1;
    if (this.isDryRun) return null;
    const { firstName = '', lastName = '', email, about } = source;
    const displayName = withoutAddress(source.displayName) || withoutAddress(source.login);
    const isDivided = displayName === `${firstName} ${lastName}`;
    const name = slugOf(source.login, source.displayName);
    const isFree = name !== '' && (await this.authors.findByName(name)) === null;
    return retryWhileBusy(() =>
      this.authors.create(
        {
          ...(isFree && { name }),
          firstName: cut(isDivided ? firstName : displayName),
          lastName: isDivided ? cut(lastName) : null,
          email: addressOf(email),
          aboutHtml: about === undefined || about === '' ? null : about,
        },
        null,
      ),
    );
  }
}

/** Names that readers see: in some systems accounts are named by e-mail addresses. */
const withoutAddress = (name: string): string => plainText(name).replace(/@\S*$/, '').trim();

const slugOf = (login: string, displayName: string): string =>
  asciiName(withoutAddress(login)) || asciiName(withoutAddress(displayName));

const cut = (name: string): string => Array.from(name.toWellFormed()).slice(0, MAX_NAME).join('').trim();

function addressOf(email: string | undefined): string | null {
  const address = email?.trim() ?? '';
  return address.length <= MAX_EMAIL && isEmail(address) ? address : null;
}
