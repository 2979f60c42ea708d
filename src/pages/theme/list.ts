import { html, raw } from '../../modules/content/html.js';
import type { LinkModel, ListModel, SiteModel } from '../page-models.js';
import { cards } from './cards.js';
import { addressOf, each, link, modelLink, picture, when } from './fragments.js';
import type { Phrases } from './phrases.js';
import { prose } from './prose.js';

const COVER_SIZES = '(max-width: 76rem) 92vw, 72rem';
const PORTRAIT_SIZES = '9rem';

/** What a page that lists posts has between its header and its footer. */
export function list(model: ListModel, phrases: Phrases): string {
  const { kind, previous, title } = model;
  const isHome = kind === 'home';
  const hasPicture = pictureOf(model) !== null;
  const shown =
    model.cards.length === 0
      ? html`<p class="p-empty">${phrases.told(phrases.say.empty)}</p>`
      : cards(model.cards, phrases, {
          level: 2,
          hasHero: isHome && previous === null,
          isOnTop: !hasPicture,
          section: kind === 'section' ? title : null,
        });
  return html`<div class="p-list">
${raw(isHome ? html`<h1 class="p-hidden">${model.title}</h1>` : heading(model, phrases))}
${raw(shown)}
${raw(pages(model, phrases))}
</div>`;
}

/** A cover is for the first page: who turns pages is after the posts. */
const pictureOf = ({ kind, picture: shown, previous }: ListModel) =>
  kind === 'author' || previous === null ? shown : null;

function heading(model: ListModel, phrases: Phrases): string {
  const { kind, title, aboutHtml, above, sections } = model;
  const { say } = phrases;
  const isAuthor = kind === 'author';
  const image = when(
    pictureOf(model),
    (shown) =>
      html`<div class="${isAuthor ? 'p-portrait' : 'p-cover'}">${raw(picture(shown, { isFirst: true, sizes: isAuthor ? PORTRAIT_SIZES : COVER_SIZES }))}</div>`,
  );
  return html`<header class="p-about p-about-${kind}">
${image}
<div>
${raw(links(above, say.path, 'p-trail', phrases))}
<h1>${title}</h1>
${when(aboutHtml === '' ? null : aboutHtml, (about) => `<div class="p-prose">${prose(about, phrases)}</div>`)}
${raw(links(sections, `${say.sections}: ${title}`, 'p-children', phrases))}
</div>
</header>`;
}

function links(all: readonly LinkModel[], name: string, type: string, phrases: Phrases): string {
  if (all.length === 0) return '';
  return html`<nav class="${type}" aria-label="${name}"><ul>${each(
    all,
    (model) => html`<li>${raw(modelLink(model, phrases))}</li>`,
  )}</ul></nav>`;
}

function pages({ previous, next }: ListModel, { say, told }: Phrases): string {
  const [back, on] = [addressOf(previous), addressOf(next)];
  if (back === null && on === null) return '';
  return html`<nav class="p-pages" aria-label="${say.pages}">${when(back, (url) =>
    link(url, told(say.previousPage), { rel: 'prev', class: 'p-previous' }),
  )}${when(on, (url) => link(url, told(say.nextPage), { rel: 'next', class: 'p-next' }))}</nav>`;
}

export type Apology = readonly [title: string, text: string];

/** What is said instead of a page. */
export function apologyFor(status: number, { say }: Phrases): Apology {
  return status === 410 ? [say.gone, say.goneNote] : [say.missing, say.missingNote];
}

/** What a page says where there is nothing, or nothing any more. */
export function missing(
  site: SiteModel,
  status: number,
  [title, text]: Apology,
  { say, told }: Phrases,
): string {
  return html`<div class="p-missing">
<p class="p-status">${status}</p>
<h1>${told(title)}</h1>
<p>${told(text)}</p>
<p><a class="p-button" href="${addressOf(`${site.url}/`)}">${told(say.home)}</a></p>
</div>`;
}
