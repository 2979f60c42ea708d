import { Injectable } from '@nestjs/common';
import { ArticleSettings } from '../articles/article.settings.js';
import type { Article } from '../articles/domain/article.js';
import type { ArticleView } from '../articles/domain/article-view.js';
import { OwnFields, type OwnChanges } from '../articles/domain/own-fields.js';
import { PermalinksService } from '../permalinks/permalinks.service.js';

/** The parts of a revert that depend on the rules of the site: slug, type, fields of the extension. */
@Injectable()
export class RevertRules {
  constructor(
    private readonly permalinks: PermalinksService,
    private readonly settings: ArticleSettings,
    private readonly own: OwnFields,
  ) {}

  /** A slug that does not follow from the headline has to be asked for. */
  basenameOf({ manualBasename, basename, headline }: Article): string | null {
    if (manualBasename !== null || this.permalinks.basename(null, headline) === basename)
      return manualBasename;
    return basename;
  }

  typeOf({ isTypeFixed, type }: Article, warnings: string[]): string | null {
    if (!isTypeFixed) return null;
    if (this.settings.types.includes(type)) return type;
    warnings.push(leftOut('type', `type ${type}`));
    return null;
  }

  /** Fields that had no value then are cleared. */
  fieldsOf(former: Article, present: ArticleView): OwnChanges {
    const cleared = Object.keys(present.fields).map((name) => [name, null] as const);
    const values = Object.entries(former.fields).filter(([name]) => this.own.find(name));
    return Object.fromEntries([...cleared, ...values]);
  }
}

/** A warning about what is gone. */
export const leftOut = (field: string, what: string): string => `${field}: the ${what} is gone, and left out`;
