import type { HtmlSanitizer } from '../../modules/content/sanitising/html-sanitizer.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { must, mustEqual, mustInclude, mustNotMatch } from '../expectations.js';

/** Ways to run a script. Each has a text that readers are to see. */
const HOSTILE = [
  '<p>seen</p><script>alert(1)</script>',
  '<p onclick="alert(1)">seen</p>',
  '<p>seen<img src=x onerror=alert(1)></p>',
  '<p><a href="javascript:alert(1)">seen</a></p>',
  '<p><a href="java&#10;script:alert(1)">seen</a></p>',
  '<svg onload=alert(1)></svg><p>seen</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><p>seen</p>',
  '<p>seen</p><meta http-equiv="refresh" content="0;url=//evil.example">',
];
const RUNS = /<(?:script|meta|svg)\b|<[^>]*\s(?:on\w+|srcdoc)\s*=|<[^>]*=\s*["']?\s*j\s*a\s*v\s*a\s*script:/i;
const TAGS = /<\/?[a-z][^<>]*>/gi;

async function sanitizeOne(sanitizer: HtmlSanitizer, text: string) {
  const [safe] = await sanitizer.sanitize([text]);
  if (!safe) throw new Error(`there is no result for ${JSON.stringify(text)}`);
  return safe;
}

export function htmlSanitizerContract(make: Make<HtmlSanitizer>): ContractCheck[] {
  return checksOf(make, {
    'has one result for each text, in the same order': async (sanitizer) => {
      const texts = Array.from({ length: 20 }, (_, n) => `<p>text ${n}.</p>`);
      const safe = await sanitizer.sanitize(texts);
      mustEqual(safe.length, texts.length, 'the number of results');
      safe.forEach(({ html }, n) => {
        mustInclude(html, `text ${n}.`, `result ${n}`);
      });
      mustEqual(await sanitizer.sanitize([]), [], 'what is made of no text');
    },
    'takes out what runs scripts, and keeps the text': async (sanitizer) => {
      for (const text of HOSTILE) {
        const { html } = await sanitizeOne(sanitizer, text);
        mustNotMatch(html, RUNS, `what is made of ${text}`);
        mustInclude(html, 'seen', `what is made of ${text}`);
      }
    },
    'has < and > do nothing but delimit tags': async (sanitizer) => {
      for (const text of ['<p title="a > b < c">1 < 2 > 0</p>', 'a <b c', '<p><![CDATA[ <x> ]]> y</p>']) {
        const { html } = await sanitizeOne(sanitizer, text);
        mustNotMatch(html.replace(TAGS, ''), /[<>]/, `what is made of ${text}, its tags aside,`);
      }
    },
    'leaves shortcodes alone': async (sanitizer) => {
      const { html } = await sanitizeOne(sanitizer, '<p>[acme-table 12 caption="Results"]</p>');
      mustInclude(
        html.replaceAll('&quot;', '"'),
        '[acme-table 12 caption="Results"]',
        'a text with a shortcode',
      );
    },
    'counts words that readers see': async (sanitizer) => {
      const { wordsCount } = await sanitizeOne(sanitizer, '<p>one <b>two</b></p><p>three</p>');
      mustEqual(wordsCount, 3, 'the number of words in "one two three"');
    },
    'has a version, the same each time': async (sanitizer) => {
      const { version } = sanitizer;
      must(Number.isSafeInteger(version) && version > 0, `version must be a positive integer: ${version}`);
      mustEqual((await make()).version, version, 'the version of another one');
    },
  });
}
