import type { PageTheme } from '../../pages/models/page-theme.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { must, mustEqual, mustInclude, mustNotMatch } from '../expectations.js';
import { pageSamples } from './page-samples.js';

const URL_OF_PAGE = 'https://site.example/page';
const TEXT = 'A text of the page';
const HOSTILE = `"'><script>alert(1)</script><b onclick=alert(1)>`;

/** Scripts and styles that the Content-Security-Policy does not let run. */
const INLINE =
  /<script(?![^>]*\bsrc=)(?![^>]*type="application\/ld\+json")[^>]*>|<style[^>]*>|<[a-z][^<>]*\s(?:on[a-z]+|style)\s*=/i;

function pagesOf(theme: PageTheme, text = TEXT): Readonly<Record<string, string>> {
  const { page, post, list } = pageSamples(text, URL_OF_PAGE);
  return {
    'the page of a post': theme.post(page, post),
    'the page of a list': theme.list(page, list),
    'the page of a missing post': theme.missing(page, { status: 404 }),
    'the AMP page of a post': theme.ampPost(page, post),
  };
}

export function pageThemeContract(make: Make<PageTheme>): ContractCheck[] {
  return checksOf(make, {
    'makes whole documents': (theme) => {
      for (const [name, html] of Object.entries(pagesOf(theme)))
        must(/^\s*<!doctype html>[^]*<\/html>\s*$/i.test(html), `${name} must be a document of HTML`);
    },
    'shows what a post says': (theme) => {
      const { page, post } = pageSamples(TEXT, URL_OF_PAGE);
      for (const html of [theme.post(page, post), theme.ampPost(page, post)]) {
        mustInclude(html, post.bodyHtml, 'a post');
        mustInclude(html, TEXT, 'a post with a headline');
        mustInclude(html, URL_OF_PAGE, 'a post with an address');
      }
    },
    'leads from a list to its posts': (theme) => {
      const { page, list, card } = pageSamples(TEXT, URL_OF_PAGE);
      const url = 'https://site.example/of-the-card';
      const html = theme.list(page, { ...list, cards: [{ ...card, url, headline: 'Of the card' }] });
      mustInclude(html, url, 'a list');
      mustInclude(html, 'Of the card', 'a list');
    },
    'shows texts as texts': (theme) => {
      for (const [name, html] of Object.entries(pagesOf(theme, HOSTILE)))
        mustNotMatch(html, /<script>alert|<b onclick/i, name);
    },
    'has scripts and styles in its files alone': (theme) => {
      for (const [name, html] of Object.entries(pagesOf(theme)))
        if (!name.includes('AMP')) mustNotMatch(html, INLINE, name);
    },
    'makes AMP pages without its files': (theme) => {
      const html = pagesOf(theme)['the AMP page of a post'] ?? '';
      must(/<html[^>]*\s(?:⚡|amp)[\s>=]/i.test(html), 'the AMP page of a post must begin with <html amp>');
      for (const { name } of theme.files) must(!html.includes(name), `the AMP page of a post loads ${name}`);
    },
    'has files with names and types of their own': async (theme) => {
      const names = theme.files.map(({ name }) => name);
      mustEqual(new Set(names).size, names.length, 'the number of names of files');
      for (const { name, contentType } of theme.files) {
        must(/^[\w.@-]+(?:\/[\w.@-]+)*$/.test(name), `"${name}" is no name below /res/theme/`);
        must(/^[\w.+-]+\/[\w.+-]+/.test(contentType), `"${contentType}" of ${name} is no media type`);
      }
      mustEqual((await make()).files, theme.files, 'the files of another one');
    },
    'makes a listicle of all of its items': (theme) => {
      const { item } = pageSamples(TEXT, URL_OF_PAGE);
      const items = ['one', 'two'].map((word) => ({ ...item, anchor: word, headlineHtml: `Item ${word}` }));
      for (const layout of ['listicle', 'slideshow', 'fullscreen'] as const) {
        const html = theme.listicle({ layout, isBodyAbove: false, items }, 'en-GB');
        for (const { headlineHtml } of items) mustInclude(html, headlineHtml, `a ${layout}`);
      }
    },
  });
}
