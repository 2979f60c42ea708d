/** The page of a post. Used in AMP pages, too: no `!important`. */
export const POST_STYLES = `
.p-top, .p-post > .p-prose, .p-details, .p-tags { max-width: var(--column); margin-inline: auto; }
.p-top > * + * { margin-block-start: .875rem; }
.p-top .p-labels + h1 { margin-block-start: .625rem; }
.p-top .p-labels:has(.p-badges) + h1 { margin-block-start: 1rem; }
.p-standfirst { color: var(--quiet); font: 400 clamp(1.1875rem, 1.05rem + .6vw, 1.4375rem)/1.4 var(--serif); text-wrap: pretty; }
.p-byline { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .875rem; padding-block-start: .375rem; }
.p-byline > :last-child { flex: 1 1 14rem; min-width: 0; }
.p-faces { display: flex; flex: none; }
.p-faces img, .p-faces amp-img { width: 2.75rem; height: 2.75rem; border-radius: 50%; object-fit: cover; background: var(--raised); }
.p-faces > * + * { margin-inline-start: -.75rem; box-shadow: 0 0 0 2px var(--paper); }
.p-names { font-weight: 600; text-wrap: balance; }
/* High enough for a finger, and no place to break before a comma. */
.p-names a { padding-block: .25rem; text-decoration: none; }
.p-names a:hover { text-decoration: underline; }
.p-lead { max-width: var(--lead); margin: clamp(1.5rem, 4vw, 2.5rem) auto 0; }
.p-lead video, .p-lead iframe, .p-lead img { display: block; margin-inline: auto; border: 0; }
/* An image is never wider than its file. */
.p-lead video, .p-lead iframe, .p-lead img:not([width]) { width: 100%; }
.p-lead img { max-height: 88vh; object-fit: contain; }
/* Of what is elsewhere, nobody has said how high it is: the page must not move when it comes. */
.p-lead img:not([width]) { aspect-ratio: 16 / 9; background: var(--raised); }
.p-lead .p-prose > :is(p, ul, ol, dl, pre, blockquote, details, .p-wide, h2, h3, h4, h5, h6), .p-lead figure:not(:has(img, iframe, video, amp-img, amp-iframe, amp-video)) { max-width: var(--column); margin-inline: auto; }
figcaption { padding-block-start: .5rem; color: var(--quiet); font: 400 .875rem/1.45 var(--sans); }
.p-lead figcaption { max-width: var(--lead); }
figcaption:has(> .credit) { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75em; }
figcaption > .credit { font-size: .8125rem; font-style: italic; }
.p-post > .p-prose { margin-block-start: clamp(1.5rem, 4vw, 2.5rem); }
.p-prose { font: 400 clamp(1.125rem, 1.06rem + .32vw, 1.25rem)/1.6 var(--serif); hanging-punctuation: first; }
.p-prose p, .p-prose ul, .p-prose ol, .p-prose dl, .p-prose pre, .p-prose blockquote, .p-prose details, .p-prose table { margin-block: 0 1.2em; }
.p-prose p { text-wrap: pretty; }
/* Widths of editors were chosen for another page. */
.p-prose [style*='width'] { box-sizing: border-box; max-width: 100%; }
/* A text may be in a language that is written the other way than the site's. */
.p-top h1, .p-standfirst, .p-prose :is(p, li, dt, dd, td, th, h2, h3, h4, h5, h6, blockquote, caption, figcaption, summary):not([dir], .p-prose [dir] *) { unicode-bidi: plaintext; }
.p-prose h2, .p-prose h3, .p-prose h4, .p-prose h5, .p-prose h6 { margin-block: 1.9em .55em; }
.p-prose h2 { font-size: 1.4em; }
.p-prose h3 { font-size: 1.2em; }
.p-prose h4, .p-prose h5, .p-prose h6 { font-size: 1em; }
.p-prose > :first-child { margin-block-start: 0; }
.p-prose > :last-child { margin-block-end: 0; }
.p-prose a { color: var(--accent); text-decoration-color: color-mix(in srgb, currentColor 45%, transparent); }
.p-prose a:hover { text-decoration-color: currentColor; }
.p-prose ul, .p-prose ol { padding-inline-start: 1.4em; }
.p-prose li { margin-block-end: .35em; }
.p-prose li > p { margin-block-end: .5em; }
.p-prose dt { font-weight: 700; }
.p-prose dd { margin-inline-start: 1.4em; }
.p-prose figure { margin-block: 1.8em; }
.p-prose figure > a { display: block; }
.p-prose figure img, .p-prose video { display: block; margin-inline: auto; }
.p-prose iframe { display: block; width: 100%; max-width: 100%; margin-inline: auto; border: 0; }
.p-prose iframe:not([style], [height]) { aspect-ratio: 16 / 9; }
.p-prose iframe[style^='aspect-ratio'] { height: auto; }
.p-prose audio { width: 100%; }
.p-prose blockquote { margin-inline: 0; padding-inline-start: 1.1em; border-inline-start: 3px solid var(--accent); font-style: italic; }
.p-prose blockquote > :last-child { margin-block-end: 0; }
.p-prose hr { width: 5rem; margin: 2.4em auto; border: 0; border-block-start: 1px solid var(--edge); }
.p-prose code, .p-prose kbd, .p-prose samp, .p-prose tt, .p-prose pre { font-family: var(--mono); font-size: .84em; }
.p-prose code, .p-prose kbd { padding: .1em .3em; border-radius: 2px; background: var(--raised); }
.p-prose pre { overflow-x: auto; padding: 1em 1.1em; border: 1px solid var(--line); border-radius: 3px; background: var(--raised); line-height: 1.5; overflow-wrap: normal; tab-size: 2; }
.p-prose pre code { padding: 0; background: none; font-size: 1em; }
.p-prose :is(pre, code, kbd, samp, tt):not([dir]) { direction: ltr; unicode-bidi: isolate; }
.p-prose pre:not([dir]) { text-align: left; }
.p-prose sup, .p-prose sub { line-height: 0; }
.p-prose mark { background: var(--warn); color: var(--on-warn); }
.p-wide { overflow-x: auto; margin-block: 0 1.2em; }
.p-wide .p-wide { margin: 0; }
.p-prose table { border-collapse: collapse; margin: 0; font: .8125em/1.45 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: normal; }
.p-prose th, .p-prose td { padding: .5em .75em; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
.p-prose th { font-weight: 600; }
.p-prose caption { padding-block: .5em; color: var(--quiet); text-align: start; }
.p-prose summary { cursor: pointer; }
.p-more > summary { margin-block: 2rem; list-style: none; text-align: center; }
.p-more > summary::-webkit-details-marker { display: none; }
.p-more[open] > summary:not(:focus-visible) { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.p-count { font-weight: 400; opacity: .85; }
.p-count::before { content: '· ' / ''; }
.p-item { scroll-margin-block-start: 1rem; }
.p-item + .p-item, .p-prose * + .p-listicle { margin-block-start: 2.8em; }
.p-prose .p-heading { margin-block: 0 .6em; }
.p-number { color: var(--accent); }
.p-item > figure:first-of-type, .p-shown > figure:first-child { margin-block-start: 0; }
.p-details { margin-block-start: 2.5rem; padding: 1.25rem clamp(1rem, 3vw, 1.5rem) 1.375rem; border: 1px solid var(--line); border-radius: 3px; background: var(--raised); }
.p-details h2 { margin-block-end: .75rem; font-size: 1.25rem; }
.p-details dl > div { display: grid; grid-template-columns: minmax(6.5rem, 30%) 1fr; gap: .125rem 1rem; padding-block: .5rem; border-block-start: 1px solid var(--line); }
.p-details dt { color: var(--quiet); }
.p-details dt::first-letter { text-transform: uppercase; }
.p-details dd { white-space: pre-line; min-width: 0; overflow-wrap: anywhere; }
.p-tags { margin-block-start: 2.5rem; }
.p-tags ul, .p-children ul, .p-trail ul { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; }
.p-tags a, .p-children a { display: block; padding: .25rem .75rem; border: 1px solid var(--edge); border-radius: 2rem; font-size: .9375rem; text-decoration: none; }
.p-tags a:hover, .p-children a:hover { border-color: currentColor; }
.p-related { margin-block-start: 4rem; padding-block-start: 1.75rem; border-block-start: 1px solid var(--line); }
.p-related .p-cards { grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
.p-related > h2 { margin-block-end: 1.5rem; font-size: 1.5rem; }
`;
