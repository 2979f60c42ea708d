import { html, raw } from '../../modules/content/html.js';
import type { LinkModel, ListModel, SiteModel } from '../page-models.js';
import { cards } from './cards.js';
import { addressOf, each, picture, textLink, when } from './fragments.js';
import type { Phrases } from './phrases.js';
import { prose } from './prose.js';

const COVER_SIZES = '(max-width: 76rem) 100vw, 72rem';

/** What a page that lists posts has between its header and its footer. */
export function list(model: ListModel, phrases: Phrases): string {
  const { kind, previous, title } = model;
  const isHome = kind === 'home';
  const hasPicture = pictureOf(model) !== null;
  const shown =
    model.cards.length === 0
      ? html`<p class="p-empty">${phrases.say.empty}</p>`
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
      html`<div class="${isAuthor ? 'p-portrait' : 'p-cover'}">${raw(picture(shown, { isFirst: true, ...(isAuthor ? {} : { sizes: COVER_SIZES }) }))}</div>`,
  );
  return html`<header class="p-about p-about-${kind}">
${image}
<div>
${raw(trail(above, say.path))}
<h1>${title}</h1>
${when(aboutHtml === '' ? null : aboutHtml, (about) => `<div class="p-prose">${prose(about, phrases)}</div>`)}
${raw(children(sections, `${say.sections}: ${title}`))}
</div>
</header>`;
}

function trail(above: readonly LinkModel[], name: string): string {
  return links(above, name, 'p-trail');
}

function children(sections: readonly LinkModel[], name: string): string {
  return links(sections, name, 'p-children');
}

function links(all: readonly LinkModel[], name: string, type: string): string {
  if (all.length === 0) return '';
  return html`<nav class="${type}" aria-label="${name}"><ul>${each(
    all,
    ({ title, url }) => html`<li>${raw(textLink(url, title))}</li>`,
  )}</ul></nav>`;
}

function pages({ previous, next }: ListModel, { say }: Phrases): string {
  const [back, on] = [addressOf(previous), addressOf(next)];
  if (back === null && on === null) return '';
  return html`<nav class="p-pages" aria-label="${say.pages}">${when(back, (url) =>
    textLink(url, say.previousPage, { rel: 'prev', class: 'p-previous' }),
  )}${when(on, (url) => textLink(url, say.nextPage, { rel: 'next', class: 'p-next' }))}</nav>`;
}

export type Apology = readonly [title: string, text: string];

/** What is said instead of a page. */
export function apologyFor(status: number, { say }: Phrases): Apology {
  return status === 410 ? [say.gone, say.goneNote] : [say.missing, say.missingNote];
}

/** What a page says where there is nothing, or nothing any more. */
export function missing(site: SiteModel, status: number, [title, text]: Apology, { say }: Phrases): string {
  return html`<div class="p-missing">
<p class="p-status">${status}</p>
<h1>${title}</h1>
<p>${text}</p>
<p><a class="p-button" href="${addressOf(`${site.url}/`)}">${say.home}</a></p>
</div>`;
}
