import { attributes, html, raw } from '../../kernel/html.js';
import type { AuthorModel, BadgeModel, PostModel } from '../models/page-models.js';
import { addressOf, each, link, picture, time, when } from './fragments.js';
import type { I18n } from './i18n/i18n.js';

/** Badges are as high as a line, and seldom wider than this. */
const BADGE_SIZES = '4rem';

/** "Ann, Bob and Cem", each with a link. */
export function names(authors: readonly AuthorModel[], i18n: I18n): string {
  const between = i18n.enumeration(authors.length);
  return html`${each(
    authors,
    ({ title, url }, index) =>
      html`${between[index]}${raw(link(url, raw(html`<bdi>${title}</bdi>`), { rel: 'author' }))}`,
  )}${between.at(-1)}`;
}

/** The byline of a post: authors, dates, reading time. */
export function byline({ authors, published, updated, minutesToRead }: PostModel, i18n: I18n): string {
  const { say } = i18n;
  const faces = each(
    authors.filter(({ photo }) => addressOf(photo) !== null).slice(0, 3),
    ({ photo }) =>
      `<img${attributes({ src: photo, width: 44, height: 44, alt: '', decoding: 'async' }).html}>`,
  );
  const facts = [
    time(published),
    ...(updated ? [html`${i18n.told(say.updated)} ${raw(time(updated))}`] : []),
    ...(minutesToRead > 0 ? [html`${i18n.told(i18n.minutes(minutesToRead))}`] : []),
  ];
  return html`<div class="p-byline">
${when(faces.html === '' ? null : faces, (images) => html`<div class="p-faces">${images}</div>`)}
<div>
${when(authors.length > 0 ? authors : null, (them) => html`<p class="p-names">${i18n.told(say.by)} ${raw(names(them, i18n))}</p>`)}
<p class="p-facts">${each(facts, (fact) => `<span>${fact}</span> `)}</p>
</div>
</div>`;
}

/** Badges of a post, and who pays for it. */
export function badges(all: readonly BadgeModel[], i18n: I18n): string {
  if (all.length === 0) return '';
  return html`<ul class="p-badges">${each(all, (badge) => {
    const { title, image, isSponsored, description, url } = badge;
    const shown = html`${when(image, (model) => picture(model, { sizes: BADGE_SIZES, isDecorative: true }))}<span>${title}</span>`;
    if (!isSponsored) return html`<li>${raw(shown)}</li>`;
    const rest = when(description === '' ? null : description, (text) => html` <span>${text}</span>`);
    const inside = html`<b>${i18n.told(i18n.say.sponsored)}</b> ${raw(shown)}${rest}`;
    return html`<li class="p-paid">${raw(link(url, raw(inside), { rel: 'sponsored noopener' }))}</li>`;
  })}</ul>`;
}
