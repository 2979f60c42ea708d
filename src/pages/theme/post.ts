import { html, raw } from '../../kernel/html.js';
import type { KeepReadingModel, PostModel } from '../models/page-models.js';
import { badges, byline } from './byline.js';
import { relatedCards } from './cards.js';
import { each, modelLink, textLink, when } from './fragments.js';
import { listicle } from './listicle.js';
import type { I18n } from './i18n/i18n.js';
import { bodyHtml } from './body-html.js';

/** The main part of a post page. */
export function post(model: PostModel, i18n: I18n): string {
  const { headline, subheadline, leadHtml, related } = model;
  return html`${raw(model.isDraft ? draft(i18n) : '')}<article class="p-post">
<header class="p-top">
${raw(labels(model, i18n))}<h1>${headline}</h1>
${when(subheadline === '' ? null : subheadline, (text) => html`<p class="p-standfirst">${text}</p>`)}
${raw(byline(model, i18n))}
</header>
${when(leadHtml, (lead) => `<div class="p-lead"><div class="p-prose">${bodyHtml(lead, i18n, true)}</div></div>`)}
<div class="p-prose">
${raw(body(model, i18n))}
</div>
${raw(details(model, i18n))}${raw(tags(model, i18n))}
</article>
${when(
  related.length > 0 ? related : null,
  (more) => html`<section class="p-related" aria-labelledby="p-related">
<h2 id="p-related">${i18n.told(i18n.say.related)}</h2>
${raw(relatedCards(more, i18n))}
</section>`,
)}`;
}

function labels({ section, badges: all }: PostModel, i18n: I18n): string {
  if (!section && all.length === 0) return '';
  const kicker = when(section, (model) => html`<p class="p-kicker">${raw(modelLink(model, i18n))}</p>`);
  return html`<div class="p-labels">${kicker}${raw(badges(all, i18n))}</div>\n`;
}

function draft({ say, told }: I18n): string {
  return html`<p class="p-draft"><strong>${told(say.draft)}</strong> ${told(say.draftNote)}</p>\n`;
}

/** One text for one outline: what is behind the button goes on where the text before it stops. */
function body({ bodyHtml: text, keepReading, listicle: items }: PostModel, i18n: I18n): string {
  const rest = keepReading ? folded(keepReading, i18n) : '';
  const after = items ? listicle(items, i18n) : '';
  return bodyHtml(text + rest + after, i18n);
}

function folded({ button, words, restHtml }: KeepReadingModel, i18n: I18n): string {
  const count = when(words, (number) => html` <span class="p-count">${i18n.told(i18n.words(number))}</span>`);
  return html`<details class="p-more"><summary><span class="p-button">${button ?? i18n.told(i18n.say.keepReading)}${count}</span></summary>
${raw(restHtml)}
</details>`;
}

function details({ details: all }: PostModel, { say, told }: I18n): string {
  return html`${each(
    all.filter(({ rows }) => rows.length > 0),
    ({ kind, rows }) => html`<section class="p-details">
<h2>${told(say[kind])}</h2>
<dl>${each(rows, ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</section>
`,
  )}`;
}

function tags({ tags: all }: PostModel, { say }: I18n): string {
  if (all.length === 0) return '';
  return html`<nav class="p-tags" aria-label="${say.tags}"><ul>${each(
    all,
    ({ title, url }) => html`<li>${raw(textLink(url, title, { rel: 'tag' }))}</li>`,
  )}</ul></nav>`;
}
