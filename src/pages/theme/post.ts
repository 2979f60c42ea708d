import { html, raw } from '../../modules/content/html.js';
import type { KeepReadingModel, PostModel } from '../page-models.js';
import { badges, byline } from './byline.js';
import { cards } from './cards.js';
import { each, modelLink, textLink, when } from './fragments.js';
import { listicle } from './listicle.js';
import type { Phrases } from './phrases.js';
import { prose } from './prose.js';

/** What the page of a post has between its header and its footer. */
export function post(model: PostModel, phrases: Phrases): string {
  const { headline, subheadline, leadHtml, related } = model;
  return html`${raw(model.isDraft ? draft(phrases) : '')}<article class="p-post">
<header class="p-top">
${raw(labels(model, phrases))}<h1>${headline}</h1>
${when(subheadline === '' ? null : subheadline, (text) => html`<p class="p-standfirst">${text}</p>`)}
${raw(byline(model, phrases))}
</header>
${when(leadHtml, (lead) => `<div class="p-lead"><div class="p-prose">${prose(lead, phrases, true)}</div></div>`)}
<div class="p-prose">
${raw(body(model, phrases))}
</div>
${raw(details(model, phrases))}${raw(tags(model, phrases))}
</article>
${when(
  related.length > 0 ? related : null,
  (more) => html`<section class="p-related" aria-labelledby="p-related">
<h2 id="p-related">${phrases.told(phrases.say.related)}</h2>
${raw(cards(more, phrases, { level: 3 }))}
</section>`,
)}`;
}

function labels({ section, badges: all }: PostModel, phrases: Phrases): string {
  if (!section && all.length === 0) return '';
  const kicker = when(section, (model) => html`<p class="p-kicker">${raw(modelLink(model, phrases))}</p>`);
  return html`<div class="p-labels">${kicker}${raw(badges(all, phrases))}</div>\n`;
}

function draft({ say, told }: Phrases): string {
  return html`<p class="p-draft"><strong>${told(say.draft)}</strong> ${told(say.draftNote)}</p>\n`;
}

/** One text for one outline: what is behind the button goes on where the text before it stops. */
function body({ bodyHtml, keepReading, listicle: items }: PostModel, phrases: Phrases): string {
  const rest = keepReading ? folded(keepReading, phrases) : '';
  const after = items ? listicle(items, phrases) : '';
  return prose(bodyHtml + rest + after, phrases);
}

function folded({ button, words, restHtml }: KeepReadingModel, phrases: Phrases): string {
  const count = when(
    words,
    (number) => html` <span class="p-count">${phrases.told(phrases.words(number))}</span>`,
  );
  return html`<details class="p-more"><summary><span class="p-button">${button ?? phrases.told(phrases.say.keepReading)}${count}</span></summary>
${raw(restHtml)}
</details>`;
}

function details({ details: all }: PostModel, { say, told }: Phrases): string {
  return html`${each(
    all.filter(({ rows }) => rows.length > 0),
    ({ kind, rows }) => html`<section class="p-details">
<h2>${told(say[kind])}</h2>
<dl>${each(rows, ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</section>
`,
  )}`;
}

function tags({ tags: all }: PostModel, { say }: Phrases): string {
  if (all.length === 0) return '';
  return html`<nav class="p-tags" aria-label="${say.tags}"><ul>${each(
    all,
    ({ title, url }) => html`<li>${raw(textLink(url, title, { rel: 'tag' }))}</li>`,
  )}</ul></nav>`;
}
