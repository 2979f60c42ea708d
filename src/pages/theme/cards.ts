import { html, raw } from '../../modules/content/html.js';
import type { CardModel } from '../page-models.js';
import { badges, names } from './byline.js';
import { each, modelLink, picture, textLink, time, when } from './fragments.js';
import type { Phrases } from './phrases.js';

const CARD_SIZES = '(min-width: 64rem) 22rem, (min-width: 42rem) 45vw, 92vw';
const HERO_SIZES = '(min-width: 52rem) 38rem, 92vw';

interface Look {
  /** Of their headlines. */
  readonly level: 2 | 3;
  /** Whether the first one is the story of the day. */
  readonly hasHero?: boolean;
  /** Whether readers see the first one without scrolling. */
  readonly isOnTop?: boolean;
  /** What the page is called: not said again by cards. */
  readonly section?: string | null;
}

/** Posts in a grid. */
export function cards(all: readonly CardModel[], phrases: Phrases, look: Look): string {
  const { hasHero = false, isOnTop = false } = look;
  return html`<ul class="p-cards">${each(
    all,
    (card, index) =>
      html`<li>${raw(article(card, phrases, { ...look, hasHero: hasHero && index === 0, isOnTop: isOnTop && index === 0 }))}</li>`,
  )}</ul>`;
}

function article(
  card: CardModel,
  phrases: Phrases,
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
  // What stands above comes first, so that nothing moves while the page arrives.
  return html`<article class="${kinds}">
${image}
<div class="p-told">
${when(section, (model) => html`<p class="p-kicker">${raw(modelLink(model, phrases))}</p>`)}
<${heading} class="p-title">${raw(textLink(card.url, headline))}</${heading}>
${when(subheadline === '' ? null : subheadline, (text) => html`<p class="p-sub">${text}</p>`)}
${raw(badges(card.badges, phrases))}
<p class="p-facts">${when(authors.length > 0 ? authors : null, (them) => `<span>${names(them, phrases)}</span> `)}<span>${raw(time(published))}</span></p>
</div>
</article>`;
}
