import { PAPER, PAPER_DARK } from '../head.js';

/** Colours, type and what all pages have around their content. Used in AMP pages, too: no `!important`. */
export const BASE_STYLES = `
:root {
  color-scheme: light dark;
  --paper: ${PAPER}; --raised: #f4f1ea; --ink: #1e1c19; --quiet: #625d55; --line: #dfdad0; --edge: #8a8378;
  --accent: #a02c1c; --focus: #1a5fb4; --warn: #ffe9a8; --on-warn: #3a2c00;
  --serif: Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Source Serif 4', 'Liberation Serif', Georgia, serif;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Liberation Mono', monospace;
  --gutter: clamp(1rem, 4vw, 2.5rem); --column: 38rem; --lead: 61.25rem; --page: 76rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: ${PAPER_DARK}; --raised: #22201d; --ink: #e9e5de; --quiet: #ada69a; --line: #3a362f; --edge: #837b6e;
    --accent: #ff9a86; --focus: #8ab8ff; --warn: #4a3a05; --on-warn: #ffe9a8;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { display: flex; flex-direction: column; min-height: 100vh; margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
img, video, svg { max-width: 100%; height: auto; }
h1, h2, h3, h4, h5, h6 { font-family: var(--serif); font-weight: 700; line-height: 1.2; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(2rem, 1.35rem + 2.9vw, 3.25rem); line-height: 1.1; letter-spacing: -.012em; }
p, ul, ol, dl, dd, figure { margin: 0; }
a { color: inherit; text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:hover { color: var(--accent); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
#p-main:focus { outline: 0; }
.p-skip { position: absolute; inset-block-start: 0; inset-inline-start: 0; z-index: 9; padding: .75rem 1.25rem; background: var(--ink); color: var(--paper); transform: translateY(-110%); }
.p-skip:focus { transform: none; color: var(--paper); }
.p-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.p-header, .p-footer { padding-inline: max(var(--gutter), (100% - var(--page)) / 2); }
.p-header { display: flex; flex-wrap: wrap; align-items: center; column-gap: 2rem; padding-block: .75rem; border-block-end: 1px solid var(--line); }
.p-site { font: 700 1.375rem/1.2 var(--serif); }
.p-site a, .p-nav a, .p-footer a { display: inline-block; padding-block: .375rem; text-decoration: none; }
.p-nav { max-width: 100%; }
.p-nav ul, .p-footer ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0; list-style: none; }
.p-nav a { font-size: .9375rem; }
.p-nav a:hover, .p-footer a:hover, .p-site a:hover { text-decoration: underline; }
.p-nav [aria-current] { color: var(--accent); box-shadow: inset 0 -2px; }
.p-masthead { display: block; padding-block: clamp(1rem, 3vw, 2.25rem) .5rem; text-align: center; }
.p-masthead .p-site { font-size: clamp(1.875rem, 1.4rem + 2.6vw, 3.25rem); letter-spacing: -.015em; }
.p-motto { color: var(--quiet); font: italic 1.0625rem/1.4 var(--serif); text-wrap: balance; }
.p-masthead .p-nav { margin-block-start: .75rem; }
.p-masthead .p-nav ul { justify-content: center; }
.p-main { container-type: inline-size; flex: 1 0 auto; padding-block: clamp(1.5rem, 4vw, 3.25rem) 4rem; }
.p-main > * { width: calc(100% - 2 * var(--gutter)); max-width: var(--page); margin-inline: auto; }
.p-footer { padding-block: 1.5rem 3rem; border-block-start: 1px solid var(--line); color: var(--quiet); font-size: .9375rem; }
.p-footer .p-site { color: var(--ink); font-size: 1.125rem; }
.p-footer ul { margin-block-start: .5rem; }
.p-button { display: inline-block; padding: .6875rem 1.375rem; border: 1px solid var(--ink); border-radius: 2px; background: var(--ink); color: var(--paper); font: 600 1rem/1.4 var(--sans); text-decoration: none; }
.p-button:hover, summary:hover > .p-button { background: var(--paper); color: var(--ink); }
.p-kicker { color: var(--accent); font-size: .875rem; font-weight: 600; letter-spacing: .01em; }
.p-kicker a { display: inline-block; min-height: 1.5rem; text-decoration: none; }
.p-kicker a:hover { text-decoration: underline; }
.p-facts { color: var(--quiet); font-size: .875rem; margin-inline-start: -1em; clip-path: inset(-.5em -.5em -.5em .5em); }
[dir='rtl'] .p-facts { clip-path: inset(-.5em .5em -.5em -.5em); }
.p-facts > span { display: inline-block; position: relative; padding-inline-start: 1em; }
.p-facts > span::before { content: '·' / ''; position: absolute; inset-inline-start: .125em; }
.p-facts a { padding-block: .25rem; text-decoration: none; }
.p-facts a:hover { text-decoration: underline; }
.p-badges { display: flex; flex-wrap: wrap; gap: .375rem .5rem; padding: 0; list-style: none; font-size: .8125rem; line-height: 1.25rem; }
.p-badges li { display: flex; align-items: center; gap: .375rem; padding: .1875rem .5rem; border: 1px solid var(--line); border-radius: 2px; background: var(--raised); }
.p-badges li > a { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .375rem; min-height: 1.5rem; text-decoration: none; }
.p-badges li > a:hover { text-decoration: underline; }
.p-paid span + span { color: var(--quiet); }
.p-labels { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .875rem; }
.p-badges img, .p-badges amp-img { width: auto; height: 1.125rem; }
.p-draft { display: block; padding: .75rem 1.125rem; border-radius: 2px; background: var(--warn); color: var(--on-warn); margin-block-end: 2rem; }
.p-draft strong { margin-inline-end: .375rem; text-transform: uppercase; letter-spacing: .06em; }
`;
