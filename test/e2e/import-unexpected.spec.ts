import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { defineExtension } from '../../src/extension/extension.js';
import { ArticleHooks, type PendingArticleChange } from '../../src/modules/articles/article-hooks.js';
import { runCommand } from '../support/command-line.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';

@Injectable()
class Desk extends ArticleHooks {
  override before({ article: { headline } }: PendingArticleChange): void {
    if (headline === 'Defect') throw new Error('not expected\nat all');
    if (headline === 'Full') writeFileSync('/dev/full', 'no room');
    if (headline === 'Away') throw Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
  }
}
const desk = defineExtension({ name: 'desk', compatibility: '^1.0.0', articles: Desk });

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());

const HEADLINES = Array.from({ length: 120 }, (_, index) => `Headline ${index}`);

/** Headlines of a file in which some stand in the place of others. */
const headlinesWith = (others: Readonly<Record<number, string>>) => Object.assign([...HEADLINES], others);

const FORMS: Readonly<Record<string, (headlines: readonly string[]) => string>> = {
  lines: (headlines) =>
    headlines.map((headline, id) => JSON.stringify({ provider_post_id: `l-${id}`, headline })).join('\n'),
  wxr: (headlines) =>
    '<?xml version="1.0"?><rss><channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>' +
    headlines
      .map(
        (title, id) =>
          `<item><title>${title}</title><wp:post_id>${id + 1}</wp:post_id><wp:post_type>post</wp:post_type>` +
          '<wp:status>publish</wp:status><content:encoded>Text</content:encoded></item>',
      )
      .join('') +
    '</channel></rss>',
};

async function importHeadlines(form: string, headlines: readonly string[], ...more: string[]) {
  const file = join(database.folder, 'import.txt');
  writeFileSync(file, FORMS[form]?.(headlines) ?? '');
  const from = form === 'lines' ? [] : ['--from', form];
  return runCommand(['import', ...from, file, ...more], database, {}, desk);
}

test.each([
  ['lines', /^line 9 \(l-8\): failed unexpectedly: not expected$/gm],
  ['wxr', /^wp:9 "Defect": failed unexpectedly: not expected$/gm],
])('an unexpected error of one record stops none of the others: %s', async (form, line) => {
  const headlines = headlinesWith({ 8: 'Defect', 70: 'Defect' });
  const { code, stdout, stderr } = await importHeadlines(form, headlines, '--json');
  expect({ code, lines: stderr.match(line) }).toEqual({ code: 1, lines: [expect.any(String)] });
  expect(JSON.parse(stdout)).toMatchObject({ imported: 118, already_there: 0, failed: 2 });
  // Its stack is logged, once for all records that fail there.
  expect(stderr.match(/^ +at Desk\.before/gm)).toHaveLength(1);
  const again = await importHeadlines(form, HEADLINES, '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ imported: 2, already_there: 118, failed: 0 });
});

test.each([
  ['lines', 'Full'],
  ['lines', 'Away'],
  ['wxr', 'Full'],
  ['wxr', 'Away'],
])('what would fail every record ends the import: %s, %s', async (form, headline) => {
  const { code, stdout, stderr } = await importHeadlines(form, headlinesWith({ 8: headline }), '--json');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).not.toMatch(/^line |^wp:/m);
});
