import { attributes, html, raw } from '../../modules/content/html.js';
import type { ListicleItemModel, ListicleModel } from '../page-models.js';
import { each, when } from './fragments.js';
import type { Phrases } from './phrases.js';
import { outlined } from './prose.js';

/** The items of a post, in one of three layouts. */
export function listicle(model: ListicleModel, phrases: Phrases): string {
  if (model.items.length === 0) return '';
  if (model.layout !== 'listicle') return slides(model, phrases);
  return html`<div class="p-listicle">${each(
    model.items,
    (item) => html`<article class="p-item" id="${idOf(item)}">
${heading(item)}${raw(content(item, model.isBodyAbove))}
</article>`,
  )}</div>`;
}

/** Headings of editors may have the ids that items would have by themselves. */
const idOf = ({ anchor }: ListicleItemModel) => `item-${anchor}`;

function heading({ number, headlineHtml }: ListicleItemModel) {
  const text = headlineHtml.trim();
  if (text === '' && number === null) return raw('');
  return raw(
    html`<h2 class="p-heading">${when(number, (shown) => html`<span class="p-number">${shown}</span> `)}${raw(text)}</h2>\n`,
  );
}

function content({ imageHtml, mediaHtml, bodyHtml }: ListicleItemModel, isBodyAbove: boolean): string {
  const media = `${imageHtml ?? ''}${mediaHtml ?? ''}`;
  const body = outlined(bodyHtml ?? '', 3);
  return isBodyAbove ? body + media : media + body;
}

/**
 * Slides side by side: they snap where they are scrolled to, and links lead from one to the next, so that neither a
 * script nor a pointer is needed.
 */
function slides({ items, layout, isBodyAbove }: ListicleModel, phrases: Phrases): string {
  const { say } = phrases;
  const all = each(items, (item, index) => {
    const slide = attributes({
      class: 'p-slide',
      id: idOf(item),
      role: 'group',
      'aria-roledescription': say.slide,
      'aria-label': phrases.position(index + 1, items.length),
      tabindex: -1,
    });
    return html`<div${slide}>
${raw(steps(items, index, phrases))}
${heading(item)}<div class="p-shown">${raw(content(item, isBodyAbove))}</div>
</div>`;
  });
  const track = attributes({
    class: 'p-track',
    role: 'group',
    'aria-label': `${say.slideshow} ${phrases.number(1)}–${phrases.number(items.length)}`,
    tabindex: 0,
  });
  return html`<section class="p-slides${layout === 'fullscreen' ? ' p-full' : ''}" aria-roledescription="${say.slideshow}" aria-label="${say.slideshow}"><div${track}>${all}</div></section>`;
}

function steps(items: readonly ListicleItemModel[], index: number, phrases: Phrases): string {
  const { say } = phrases;
  const to = (item: ListicleItemModel | undefined, direction: 'previous' | 'next') =>
    item
      ? html`<a class="p-${direction}" href="#${idOf(item)}">${phrases.told(say[direction])}</a>`
      : html`<span class="p-${direction}" aria-hidden="true"></span>`;
  return html`<div class="p-steps">${raw(to(items[index - 1], 'previous'))}<span aria-hidden="true">${phrases.number(index + 1)} / ${phrases.number(items.length)}</span>${raw(to(items[index + 1], 'next'))}</div>`;
}
