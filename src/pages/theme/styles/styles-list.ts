/** Cards, wherever they are. Used in AMP pages, too: no `!important`. */
export const CARD_STYLES = `
.p-cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 2.5rem clamp(1.25rem, 3vw, 2.25rem); padding: 0; list-style: none; }
.p-cards > li { min-width: 0; }
.p-card { display: flex; flex-direction: column; gap: .75rem; position: relative; height: 100%; }
.p-card:not(.p-pictured) { padding-block-start: .75rem; border-block-start: 2px solid var(--ink); }
.p-card:not(.p-hero, .p-pictured) .p-title { font-size: 1.625rem; }
.p-card:not(.p-hero, .p-pictured) .p-sub { font-size: 1.125rem; }
.p-thumb { overflow: hidden; aspect-ratio: 3 / 2; border-radius: 2px; background: var(--raised); }
.p-thumb img, .p-thumb amp-img { display: block; width: 100%; height: 100%; object-fit: cover; }
.p-told > * + * { margin-block-start: .375rem; }
.p-title { font-size: 1.3125rem; line-height: 1.22; }
.p-title, .p-sub { unicode-bidi: plaintext; }
.p-title a { text-decoration: none; }
.p-title a::after { content: ''; position: absolute; inset: 0; }
.p-title a:hover { text-decoration: underline; text-decoration-thickness: 2px; }
.p-title a:focus-visible { outline: 0; }
.p-title a:focus-visible::after { outline: 3px solid var(--focus); outline-offset: 4px; border-radius: 2px; }
.p-kicker a, .p-card .p-badges a, .p-card .p-facts a { position: relative; z-index: 1; }
.p-card .p-facts { pointer-events: none; }
.p-card .p-facts a { pointer-events: auto; }
.p-sub { color: var(--quiet); font: 1rem/1.45 var(--serif); text-wrap: pretty; }
`;

/** Pages of lists, and those without anything. */
export const LIST_STYLES = `
.p-cards > li:has(.p-hero) { grid-column: 1 / -1; }
@media (min-width: 52rem) {
  .p-hero.p-pictured { display: grid; grid-template-columns: minmax(0, 11fr) minmax(0, 7fr); align-items: center; gap: clamp(1.5rem, 3vw, 2.75rem); padding-block-end: 2.25rem; border-block-end: 1px solid var(--line); }
}
.p-hero .p-title { font-size: clamp(1.75rem, 1.2rem + 2.2vw, 2.75rem); line-height: 1.12; letter-spacing: -.01em; }
.p-hero .p-sub { font-size: 1.1875rem; }
.p-hero .p-told > * + * { margin-block-start: .625rem; }
.p-about { margin-block-end: clamp(1.75rem, 4vw, 3rem); }
.p-about .p-prose { max-width: var(--column); margin-block-start: .75rem; font-size: 1.125rem; }
.p-about > div > h1 { font-size: clamp(1.875rem, 1.4rem + 2.2vw, 2.75rem); }
.p-cover { overflow: hidden; aspect-ratio: 16 / 5; margin-block-end: 1.5rem; border-radius: 2px; background: var(--raised); }
.p-cover img { display: block; width: 100%; height: 100%; object-fit: cover; }
.p-portrait { flex: none; width: clamp(5.5rem, 16vw, 9rem); }
.p-portrait img { display: block; width: 100%; height: auto; aspect-ratio: 1; border-radius: 50%; object-fit: cover; background: var(--raised); }
@media (min-width: 36rem) { .p-about-author { display: flex; align-items: flex-start; gap: clamp(1.25rem, 3vw, 2.25rem); } }
@media (max-width: 35.99rem) { .p-portrait { margin-block-end: 1rem; } }
@media (max-width: 42rem) { .p-cover { aspect-ratio: 2; } }
.p-children { margin-block-start: 1.125rem; }
.p-trail { margin-block-end: .25rem; color: var(--quiet); font-size: .9375rem; }
.p-trail ul { gap: 0; }
.p-trail li::after { content: '/' / ''; margin-inline: .5rem; }
.p-trail a { display: inline-block; min-height: 1.5rem; text-decoration: none; }
.p-trail a:hover { text-decoration: underline; }
.p-empty { padding-block: 2rem; color: var(--quiet); font: italic 1.1875rem/1.5 var(--serif); }
.p-empty > * + * { margin-block-start: 1.25rem; }
.p-pages { display: flex; justify-content: space-between; gap: 1rem; margin-block-start: 3.5rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--line); }
.p-pages a { padding-block: .5rem; font-weight: 600; text-decoration: none; }
.p-pages a:hover { text-decoration: underline; }
.p-pages .p-next { margin-inline-start: auto; }
.p-missing { padding-block: clamp(1rem, 6vw, 4rem); max-width: var(--column); }
.p-missing > * + * { margin-block-start: 1rem; }
.p-missing h1 + p { color: var(--quiet); font: 1.1875rem/1.5 var(--serif); }
.p-missing > :last-child { margin-block-start: 2rem; }
.p-status { color: var(--accent); font: 700 1.125rem/1 var(--mono); }
`;
