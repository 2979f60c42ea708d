import { html, raw } from '../../kernel/html.js';
import type { CardModel } from '../models/page-models.js';
import { badges, names } from './byline.js';
import { each, modelLink, picture, remembering, textLink, time, when } from './fragments.js';
import type { I18n } from './i18n/i18n.js';

const CARD_SIZES = '(min-width: 64rem) 22rem, (min-width: 42rem) 45vw, 92vw';
const HERO_SIZES = '(min-width: 52rem) 38rem, 92vw';

interface Look {
  /** Level of their headlines. */
  readonly level: 2 | 3;
  /** Whether the first one is the story of the day. */
  readonly hasHero?: boolean;
  /** Whether readers see the first one without scrolling. */
  readonly isOnTop?: boolean;
  /** Title of the page: cards do not repeat it. */
  readonly section?: string | null;
}

/** Posts in a grid. */
export function cards(all: readonly CardModel[], i18n: I18n, look: Look): string {
  const { hasHero = false, isOnTop = false } = look;
  return html`<ul class="p-cards">${each(
    all,
    (card, index) =>
      html`<li>${raw(article(card, i18n, { ...look, hasHero: hasHero && index === 0, isOnTop: isOnTop && index === 0 }))}</li>`,
  )}</ul>`;
}

/** The posts below a post. */
export function relatedCards(all: readonly CardModel[], i18n: I18n): string {
  return html`<ul class="p-cards">${each(all, (card) => related(card, i18n))}</ul>`;
}

const related = remembering(
  (card: CardModel, i18n) => html`<li>${raw(article(card, i18n, { level: 3 }))}</li>`,
);

function article(
  card: CardModel,
  i18n: I18n,
  { level, hasHero = false, isOnTop = false, section: around = null }: Look,
): string {
  const { headline, subheadline, published, authors } = card;
  const section = card.section?.title === around ? null : card.section;
  const sizes = hasHero ? HERO_SIZES : CARD_SIZES;
  const image = when(
    card.picture,
    (model) => html`<div class="p-thumb">${raw(picture(model, { sizes, isFirst: isOnTop }))}</div>`,
  );
  const heading = raw(`h${level}`);
  const kinds = `p-card${hasHero ? ' p-hero' : ''}${card.picture ? ' p-pictured' : ''}`;
  // The image comes first, so that nothing moves while the page arrives.
  return html`<article class="${kinds}">
${image}
<div class="p-told">
${when(section, (model) => html`<p class="p-kicker">${raw(modelLink(model, i18n))}</p>`)}
<${heading} class="p-title">${raw(textLink(card.url, headline))}</${heading}>
${when(subheadline === '' ? null : subheadline, (text) => html`<p class="p-sub">${text}</p>`)}
${raw(badges(card.badges, i18n))}
<p class="p-facts">${when(authors.length > 0 ? authors : null, (them) => `<span>${names(them, i18n)}</span> `)}<span>${raw(time(published))}</span></p>
</div>
</article>`;
}
