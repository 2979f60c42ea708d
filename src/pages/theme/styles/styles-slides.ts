/**
 * Slides that snap, as large as the column or as the window. AMP pages show
 * their content one below the other.
 */
export const SLIDE_STYLES = `
.p-previous:not(:empty)::before { content: '←' / ''; margin-inline-end: .375rem; }
.p-next:not(:empty)::after { content: '→' / ''; margin-inline-start: .375rem; }
[dir='rtl'] .p-previous::before, [dir='rtl'] .p-next::after { display: inline-block; transform: scaleX(-1); }
.p-slides { width: min(100cqw, var(--lead)); margin: 2.5rem calc(50% - min(50cqw, var(--lead) / 2)); }
.p-track { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; overscroll-behavior-x: contain; border: 1px solid var(--line); border-radius: 3px; background: var(--raised); scrollbar-width: thin; scrollbar-color: var(--edge) transparent; }
.p-slide { flex: 0 0 100%; min-width: 0; padding: 0 clamp(1rem, 4cqw, 3rem) 1.75rem; scroll-snap-align: start; scroll-snap-stop: always; scroll-margin-block-start: 1rem; }
.p-track:focus-visible, .p-slide:focus-visible { outline-offset: -3px; }
.p-slide > * { max-width: var(--column); margin-inline: auto; }
.p-steps { display: flex; align-items: center; gap: .5rem; max-width: none; padding-block: .75rem; font: 500 .9375rem/1.5 var(--sans); font-variant-numeric: tabular-nums; }
.p-steps > * { flex: 1; text-align: center; }
.p-steps > :first-child { text-align: start; }
.p-steps > :last-child { text-align: end; }
.p-steps a { padding-block: .375rem; text-decoration: none; }
.p-steps a:hover { text-decoration: underline; }
.p-steps > span { color: var(--quiet); }
.p-slide > .p-heading { margin-block: .5rem 1rem; }
.p-shown > :last-child { margin-block-end: 0; }
/* All slides are as high as the highest. */
.p-slide .p-shown img { max-height: 75vh; max-height: 75svh; object-fit: contain; }
.p-full { width: 100cqw; margin-inline: calc(50% - 50cqw); }
.p-full .p-track { border-inline: 0; border-radius: 0; }
.p-full .p-slide { height: 100vh; height: 100svh; overflow-y: auto; scroll-margin-block-start: -1rem; display: flex; flex-direction: column; }
.p-full .p-slide > * { width: 100%; }
.p-full .p-shown { max-width: var(--lead); }
.p-full .p-shown > :not(figure) { max-width: var(--column); margin-inline: auto; }
.p-full .p-shown figcaption { justify-content: center; text-align: center; }
.p-full .p-slide > .p-heading { margin-block-start: auto; }
.p-full .p-shown { margin-block-end: auto; }
.p-full .p-shown img { width: 100%; max-height: 60svh; object-fit: contain; }
@media (prefers-reduced-motion: no-preference) { .p-track { scroll-behavior: smooth; } }
@media print {
  .p-slides { width: auto; margin: 1rem 0; }
  .p-track { display: block; border: 0; background: none; }
  .p-slide, .p-full .p-slide { height: auto; padding: 0; overflow: visible; display: block; }
  .p-slide + .p-slide { margin-block-start: 2em; }
  .p-slide > * { max-width: none; }
  .p-steps { display: none; }
}
`;

/** Widths of editors were chosen for another page. */
export const WIDTH_STYLES = `
.p-prose [style*='min-width'] { min-width: 0 !important; }
`;

/** Colours of editors were chosen for a white page: the dark scheme keeps its own. */
export const DARK_STYLES = `
@media (prefers-color-scheme: dark) {
  .p-main .p-prose :is([style*='color'], [style*='background'], [bgcolor]) { color: inherit !important; background: none !important; border-color: var(--line) !important; }
  .p-main .p-prose a[style*='color'] { color: var(--accent) !important; }
}
`;

/** Paper: what only leads elsewhere is left out, what is folded is shown. */
export const PRINT_STYLES = `
@media print {
  :root { color-scheme: light; --paper: #fff; --raised: #fff; --ink: #000; --quiet: #333; --line: #999; --accent: #000; }
  @page { margin: 18mm 16mm; }
  body { font-size: 10.5pt; }
  .p-skip, .p-nav, .p-footer nav, .p-related, .p-tags, .p-pages, .p-children, .p-more > summary, .p-prose iframe, .p-lead iframe { display: none; }
  .p-more::details-content { display: block; content-visibility: visible; block-size: auto; opacity: 1; }
  body { display: block; }
  .p-main { container-type: normal; padding-block: 1rem 0; }
  .p-main > * { width: auto; }
  .p-header, .p-footer { padding-inline: 0; }
  .p-top, .p-post > .p-prose, .p-details, .p-tags { max-width: none; }
  .p-prose { font-size: 11pt; line-height: 1.5; }
  .p-prose a { color: inherit; }
  .p-prose p, .p-prose li { orphans: 3; widows: 3; }
  h1 { font-size: 24pt; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
  figure, pre, blockquote, tr, .p-details, .p-card { break-inside: avoid; }
  .p-lead img, .p-prose img { max-height: 120mm; object-fit: contain; }
  .p-prose pre { white-space: pre-wrap; }
  .p-wide { overflow: visible; }
}
`;
