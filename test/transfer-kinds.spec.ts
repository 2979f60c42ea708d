import { expect, test } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import '../src/app.module.js';
import { declaredKinds } from '../src/modules/transfer/transfer-kind.js';

/** Tables that `export --all` leaves out. */
const LEFT_OUT = {
  'keys and what is remembered of requests': ['api_keys', 'idempotency_keys', 'idempotency_answers'],
  'links that open drafts, which are of the site that has made them': ['preview_links'],
  'events and what is sent of them': [
    ...['events', 'event_order', 'event_consumers', 'event_retries'],
    ...['webhook_deliveries', 'webhook_snapshots'],
  ],
  'the record of who has written what on this site': ['audit_records'],
  'state of instances': ['instance_probes', 'replica_beats', 'jobs', 'extensions', 'stored_file_holds'],
  'how far imports are': [
    ...['imports', 'import_offsets', 'import_steps', 'import_known'],
    ...['fetched_images'],
  ],
  'derived from records': [
    ...['article_search', 'article_words', 'article_images', 'article_documents'],
    ...['page_view_totals', 'page_view_periods', 'stored_files'],
  ],
};

test('every table travels, or is known to stay', () => {
  const tables = getMetadataArgsStorage().tables.filter(({ type }) => type === 'regular');
  const names = new Map(tables.map(({ target, name }) => [target, name]));
  const travelling = declaredKinds().flatMap((kind) => [kind, ...Object.values(kind.parts ?? {})]);
  const known = [...travelling.map(({ entity }) => names.get(entity)), ...Object.values(LEFT_OUT).flat()];
  // Suites share typeorm: it may still know the tables of another one, under the same names.
  expect(new Set(known)).toEqual(new Set(names.values()));
});

test('kinds come after those that they refer to', () => {
  const names = declaredKinds().map(({ name }) => name);
  for (const [one, other] of [
    ['sections', 'articles'],
    ['authors', 'articles'],
    ['badges', 'articles'],
    ['articles', 'paths'],
    ['articles', 'likes'],
    ['sections', 'follows'],
  ] as const)
    expect(names.indexOf(one)).toBeLessThan(names.indexOf(other));
});
