import { attributes, html, raw } from '../../kernel/html.js';
import type { LinkModel, PageModel, PostModel } from '../models/page-models.js';
import { each, modelLink, remembering, textLink, when } from './fragments.js';
import { metadata, relations } from './head.js';
import { type I18n, phrasesOf } from './i18n/i18n.js';

/** An id that no heading of a body may have. */
const MAIN_ID = 'p-main';

export interface Content {
  /** Safe HTML. */
  readonly main: string;
  /** Style sheet of the theme, as a path below the site. */
  readonly styles: string;
  /** Given for pages of posts. */
  readonly post?: PostModel;
  readonly isHome?: boolean;
}

/** A whole page: what all have around their content. */
export function document(page: PageModel, { main, styles, post, isHome = false }: Content): string {
  const { site } = page;
  const i18n = phrasesOf(site.locale);
  const root = attributes({ lang: site.locale, dir: i18n.direction });
  return html`<!doctype html>
<html${root}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${site.url}${styles}">
${raw(metadata(page, post))}${raw(relations(page))}<link rel="icon" href="${site.url}/favicon.ico">
</head>
<body>
${raw(frame(page, i18n, main, { current: post?.section?.url ?? null, isHome }))}</body>
</html>
`;
}

interface Whereabouts {
  /** The section that the page is in. */
  readonly current: string | null;
  readonly isHome: boolean;
}

/** The body of a page, as HTML that {@link ampHtml} accepts as well. */
export function frame(page: PageModel, i18n: I18n, main: string, where: Whereabouts): string {
  return html`<a class="p-skip" href="#${MAIN_ID}">${i18n.told(i18n.say.skip)}</a>
${raw(header(page, i18n, where))}
<main class="p-main" id="${MAIN_ID}" tabindex="-1">
${raw(main)}
</main>
${raw(footer(page, i18n))}
`;
}

const item = remembering((link: LinkModel, i18n) => html`<li>${raw(modelLink(link, i18n))}</li>`);

function header({ site, head, navigation }: PageModel, i18n: I18n, where: Whereabouts): string {
  const isCurrent = ({ url }: LinkModel) =>
    url === head.canonical ? 'page' : url === where.current ? 'true' : null;
  const items = each(navigation, (entry) => {
    const current = isCurrent(entry);
    if (current === null) return item(entry, i18n);
    return html`<li>${raw(modelLink(entry, i18n, { 'aria-current': current }))}</li>`;
  });
  const name = textLink(`${site.url}/`, site.name, { 'aria-current': where.isHome ? 'page' : null });
  return html`<header class="${where.isHome ? 'p-header p-masthead' : 'p-header'}">
<p class="p-site">${raw(name)}</p>
${when(where.isHome && site.description !== '' ? site.description : null, (text) => html`<p class="p-motto">${text}</p>`)}
${when(navigation.length > 0 ? items : null, (list) => html`<nav class="p-nav" aria-label="${i18n.say.sections}"><ul>${list}</ul></nav>`)}
</header>`;
}

function footer({ site, head, moreSections = [] }: PageModel, i18n: I18n): string {
  const { say } = i18n;
  const more = each(moreSections, (entry) => item(entry, i18n));
  const feeds = [
    ...(head.feeds ? [{ ...head.feeds, suffix: ` · ${head.feeds.title}` }] : []),
    { ...site.feeds, suffix: '' },
  ];
  const items = each(
    feeds,
    ({ rss, json, suffix }) =>
      html`<li>${raw(textLink(rss, `RSS${suffix}`))}</li><li>${raw(textLink(json, `JSON Feed${suffix}`))}</li>`,
  );
  return html`<footer class="p-footer">
<p class="p-site">${raw(textLink(`${site.url}/`, site.name))}</p>
${when(site.description === '' ? null : site.description, (text) => html`<p>${text}</p>`)}
${when(moreSections.length > 0 ? more : null, (list) => html`<nav aria-label="${say.moreSections}"><ul>${list}</ul></nav>`)}
<nav aria-label="${say.feeds}"><ul>${items}</ul></nav>
</footer>`;
}
