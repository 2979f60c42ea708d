import { AMP_SCRIPTS, ampComponentsOf, ampHtml } from '../../modules/content/amp/amp.js';
import { attributes, html, raw } from '../../kernel/html.js';
import type { PageModel, PostModel } from '../models/page-models.js';
import { AMP_STYLES } from './styles/styles.js';
import { each } from './fragments.js';
import { metadata } from './head.js';
import { frame } from './layout.js';
import { phrasesOf } from './i18n/i18n.js';
import { post } from './post.js';

/** AMP's validator compares it letter by letter. */
const BOILERPLATE =
  '<style amp-boilerplate>body{-webkit-animation:-amp-start 8s steps(1,end) 0s 1 normal both;-moz-animation:-amp-start 8s steps(1,end) 0s 1 normal both;-ms-animation:-amp-start 8s steps(1,end) 0s 1 normal both;animation:-amp-start 8s steps(1,end) 0s 1 normal both}@-webkit-keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}@-moz-keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}@-ms-keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}@-o-keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}@keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}</style><noscript><style amp-boilerplate>body{-webkit-animation:none;-moz-animation:none;-ms-animation:none;animation:none}</style></noscript>';

/** A post as AMP HTML: the same content, through the rules of AMP. */
export function ampPost(page: PageModel, model: PostModel): string {
  const { site } = page;
  const i18n = phrasesOf(site.locale);
  const where = { current: model.section?.url ?? null, isHome: false };
  const body = scrollable(ampHtml(frame(page, i18n, post(model, i18n), where)));
  const root = attributes({ amp: true, lang: site.locale, dir: i18n.direction });
  const components = each(
    ampComponentsOf(body),
    (name) => html`<script async custom-element="${name}" src="${AMP_SCRIPTS[name]}"></script>\n`,
  );
  return html`<!doctype html>
<html${root}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,minimum-scale=1,initial-scale=1">
<script async src="https://cdn.ampproject.org/v0.js"></script>
${components}<style amp-custom>${raw(AMP_STYLES)}</style>
${raw(BOILERPLATE)}
${raw(metadata(page, model))}</head>
<body>
${raw(body)}</body>
</html>
`;
}

/** The keyboard has to reach what scrolls sideways; the rules for bodies let no `tabindex` pass. */
function scrollable(amp: string): string {
  return amp.replace(/<pre(?=[ >])|<div class="p-wide"/g, '$& tabindex="0"');
}
