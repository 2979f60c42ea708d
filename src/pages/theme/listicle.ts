import { attributes, html, raw } from '../../kernel/html.js';
import type { ListicleItemModel, ListicleModel } from '../models/page-models.js';
import { each, when } from './fragments.js';
import type { I18n } from './i18n/i18n.js';
import { outlined } from './body-html.js';

/** The items of a post, in one of three layouts. */
export function listicle(model: ListicleModel, i18n: I18n): string {
  if (model.items.length === 0) return '';
  if (model.layout !== 'listicle') return slides(model, i18n);
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
 * Slides side by side: they snap where they are scrolled to, and links lead from one to the next, so that
 * neither a script nor a pointer is needed.
 */
function slides({ items, layout, isBodyAbove }: ListicleModel, i18n: I18n): string {
  const { say } = i18n;
  const all = each(items, (item, index) => {
    const slide = attributes({
      class: 'p-slide',
      id: idOf(item),
      role: 'group',
      'aria-roledescription': say.slide,
      'aria-label': i18n.position(index + 1, items.length),
      tabindex: -1,
    });
    return html`<div${slide}>
${raw(steps(items, index, i18n))}
${heading(item)}<div class="p-shown">${raw(content(item, isBodyAbove))}</div>
</div>`;
  });
  const track = attributes({
    class: 'p-track',
    role: 'group',
    'aria-label': `${say.slideshow} ${i18n.number(1)}–${i18n.number(items.length)}`,
    tabindex: 0,
  });
  return html`<section class="p-slides${layout === 'fullscreen' ? ' p-full' : ''}" aria-roledescription="${say.slideshow}" aria-label="${say.slideshow}"><div${track}>${all}</div></section>`;
}

function steps(items: readonly ListicleItemModel[], index: number, i18n: I18n): string {
  const { say } = i18n;
  const to = (item: ListicleItemModel | undefined, direction: 'previous' | 'next') =>
    item
      ? html`<a class="p-${direction}" href="#${idOf(item)}">${i18n.told(say[direction])}</a>`
      : html`<span class="p-${direction}" aria-hidden="true"></span>`;
  return html`<div class="p-steps">${raw(to(items[index - 1], 'previous'))}<span aria-hidden="true">${i18n.number(index + 1)} / ${i18n.number(items.length)}</span>${raw(to(items[index + 1], 'next'))}</div>`;
}
