import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ListicleModel, ListModel, MissingModel, PageModel, PostModel } from '../models/page-models.js';
import { PageTheme, type ThemeFile } from '../models/page-theme.js';
import { ampPost } from './amp.js';
import { document } from './layout.js';
import { apologyFor, list, missing } from './list.js';
import { listicle } from './listicle.js';
import { phrasesOf } from './i18n/i18n.js';
import { post } from './post.js';
import { STYLES } from './styles/styles.js';

const HASH = createHash('sha256').update(STYLES).digest('hex').slice(0, 12);
const STYLE_FILE: ThemeFile = {
  name: `plain-${HASH}.css`,
  contentType: 'text/css; charset=utf-8',
  content: STYLES,
};
const styles = `/res/theme/${STYLE_FILE.name}`;

/** The theme that comes with the service: typography first, one style sheet, no script. */
@Injectable()
export class PlainTheme extends PageTheme {
  readonly files: readonly ThemeFile[] = [STYLE_FILE];

  post(page: PageModel, model: PostModel): string {
    return document(page, { main: post(model, phrasesOf(page.site.locale)), styles, post: model });
  }

  ampPost(page: PageModel, model: PostModel): string {
    return ampPost(page, model);
  }

  list(page: PageModel, model: ListModel): string {
    const main = list(model, phrasesOf(page.site.locale));
    return document(page, { main, styles, isHome: model.kind === 'home' });
  }

  missing(page: PageModel, model: MissingModel): string {
    const { site, head } = page;
    const i18n = phrasesOf(site.locale);
    const apology = apologyFor(model.status, i18n);
    const [title, description] = apology;
    const said = { ...head, title: `${title} – ${site.name}`, description, canonical: null };
    return document({ ...page, head: said }, { main: missing(site, model.status, apology, i18n), styles });
  }

  listicle(model: ListicleModel, locale: string): string {
    return listicle(model, phrasesOf(locale));
  }
}
