import { attributes, html, raw } from '../../modules/content/html.js';
import type { AuthorModel, BadgeModel, PostModel } from '../page-models.js';
import { addressOf, each, link, picture, time, when } from './fragments.js';
import type { Phrases } from './phrases.js';

/** They are as high as a line, and seldom wider than this. */
const BADGE_SIZES = '4rem';

/** "Ann, Bob and Cem", each with a link. */
export function names(authors: readonly AuthorModel[], phrases: Phrases): string {
  const between = phrases.enumeration(authors.length);
  return html`${each(
    authors,
    ({ title, url }, index) =>
      html`${between[index]}${raw(link(url, raw(html`<bdi>${title}</bdi>`), { rel: 'author' }))}`,
  )}${between.at(-1)}`;
}

/** Who wrote a post, when, and how long it is. */
export function byline({ authors, published, updated, minutesToRead }: PostModel, phrases: Phrases): string {
  const { say } = phrases;
  const faces = each(
    authors.filter(({ photo }) => addressOf(photo) !== null).slice(0, 3),
    ({ photo }) =>
      `<img${attributes({ src: photo, width: 44, height: 44, alt: '', decoding: 'async' }).html}>`,
  );
  const facts = [
    time(published),
    ...(updated ? [html`${phrases.told(say.updated)} ${raw(time(updated))}`] : []),
    ...(minutesToRead > 0 ? [html`${phrases.told(phrases.minutes(minutesToRead))}`] : []),
  ];
  return html`<div class="p-byline">
${when(faces.html === '' ? null : faces, (images) => html`<div class="p-faces">${images}</div>`)}
<div>
${when(authors.length > 0 ? authors : null, (them) => html`<p class="p-names">${phrases.told(say.by)} ${raw(names(them, phrases))}</p>`)}
<p class="p-facts">${each(facts, (fact) => `<span>${fact}</span> `)}</p>
</div>
</div>`;
}

/** Badges of a post, and who pays for it. */
export function badges(all: readonly BadgeModel[], phrases: Phrases): string {
  if (all.length === 0) return '';
  return html`<ul class="p-badges">${each(all, (badge) => {
    const { title, image, isSponsored, description, url } = badge;
    const shown = html`${when(image, (model) => picture(model, { sizes: BADGE_SIZES, isDecorative: true }))}<span>${title}</span>`;
    if (!isSponsored) return html`<li>${raw(shown)}</li>`;
    const rest = when(description === '' ? null : description, (text) => html` <span>${text}</span>`);
    const inside = html`<b>${phrases.told(phrases.say.sponsored)}</b> ${raw(shown)}${rest}`;
    return html`<li class="p-paid">${raw(link(url, raw(inside), { rel: 'sponsored noopener' }))}</li>`;
  })}</ul>`;
}
