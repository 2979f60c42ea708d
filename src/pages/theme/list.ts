import { html, raw } from '../../kernel/html.js';
import type { LinkModel, ListModel, SiteModel } from '../models/page-models.js';
import { cards } from './cards.js';
import { addressOf, each, link, modelLink, picture, when } from './fragments.js';
import type { I18n } from './i18n/i18n.js';
import { bodyHtml } from './body-html.js';

const COVER_SIZES = '(max-width: 76rem) 92vw, 72rem';
const PORTRAIT_SIZES = '9rem';

/** The main part of a page that lists posts. */
export function list(model: ListModel, i18n: I18n): string {
  const { kind, previous, title } = model;
  const isHome = kind === 'home';
  const hasPicture = pictureOf(model) !== null;
  const shown =
    model.cards.length === 0
      ? empty(isHome, i18n)
      : cards(model.cards, i18n, {
          level: 2,
          hasHero: isHome && previous === null,
          isOnTop: !hasPicture,
          section: kind === 'section' ? title : null,
        });
  return html`<div class="p-list">
${raw(isHome ? html`<h1 class="p-hidden">${model.title}</h1>` : heading(model, i18n))}
${raw(shown)}
${raw(pages(model, i18n))}
</div>`;
}

function empty(isHome: boolean, { say, told }: I18n): string {
  const hint = isHome
    ? html`<p><a class="p-button" href="/docs#/Posts/createPost">${told(say.publish)}</a></p>`
    : '';
  return html`<div class="p-empty"><p>${told(say.empty)}</p>${raw(hint)}</div>`;
}

/** A cover is for the first page: who turns pages is after the posts. */
const pictureOf = ({ kind, picture: shown, previous }: ListModel) =>
  kind === 'author' || previous === null ? shown : null;

function heading(model: ListModel, i18n: I18n): string {
  const { kind, title, aboutHtml, above, sections } = model;
  const { say } = i18n;
  const isAuthor = kind === 'author';
  const image = when(
    pictureOf(model),
    (shown) =>
      html`<div class="${isAuthor ? 'p-portrait' : 'p-cover'}">${raw(picture(shown, { isFirst: true, sizes: isAuthor ? PORTRAIT_SIZES : COVER_SIZES }))}</div>`,
  );
  return html`<header class="p-about p-about-${kind}">
${image}
<div>
${raw(links(above, say.path, 'p-trail', i18n))}
<h1>${title}</h1>
${when(aboutHtml === '' ? null : aboutHtml, (about) => `<div class="p-prose">${bodyHtml(about, i18n)}</div>`)}
${raw(links(sections, `${say.sections}: ${title}`, 'p-children', i18n))}
</div>
</header>`;
}

function links(all: readonly LinkModel[], name: string, type: string, i18n: I18n): string {
  if (all.length === 0) return '';
  return html`<nav class="${type}" aria-label="${name}"><ul>${each(
    all,
    (model) => html`<li>${raw(modelLink(model, i18n))}</li>`,
  )}</ul></nav>`;
}

function pages({ previous, next }: ListModel, { say, told }: I18n): string {
  const [back, on] = [addressOf(previous), addressOf(next)];
  if (back === null && on === null) return '';
  return html`<nav class="p-pages" aria-label="${say.pages}">${when(back, (url) =>
    link(url, told(say.previousPage), { rel: 'prev', class: 'p-previous' }),
  )}${when(on, (url) => link(url, told(say.nextPage), { rel: 'next', class: 'p-next' }))}</nav>`;
}

export type Apology = readonly [title: string, text: string];

/** The page of an error. */
export function apologyFor(status: number, { say }: I18n): Apology {
  return status === 410 ? [say.gone, say.goneNote] : [say.missing, say.missingNote];
}

/** The main part of a page that is missing or gone. */
export function missing(
  site: SiteModel,
  status: number,
  [title, text]: Apology,
  { say, told }: I18n,
): string {
  return html`<div class="p-missing">
<p class="p-status">${status}</p>
<h1>${told(title)}</h1>
<p>${told(text)}</p>
<p><a class="p-button" href="${addressOf(`${site.url}/`)}">${told(say.home)}</a></p>
</div>`;
}
