import { describe, expect, test } from '@jest/globals';
import { siteDeclarations } from '../../src/modules/site/site.module.js';
import { parseSiteSettings } from '../../src/modules/site/site-settings-source.js';
import { startService } from '../support/service.js';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

const FORMATS = {
  properties: {
    born: { type: 'string', format: 'date' },
    site: { type: 'string', format: 'uri' },
    mail: { type: 'string', format: 'email' },
  },
};
/** A list whose first item is a text, in the words of each draft. */
const PAIR_07 = { properties: { pair: { items: [{ type: 'string' }] } } };
const PAIR_2020 = { properties: { pair: { prefixItems: [{ type: 'string' }] } } };

type Case = [name: string, schema: object, refused: [data: object, field: string][], taken: object];

test.each<Case>([
  [
    'formats',
    FORMATS,
    [
      [{ born: '2001-02-30' }, 'specific_data.born'],
      [{ site: 'no address' }, 'specific_data.site'],
      [{ mail: 'nobody' }, 'specific_data.mail'],
    ],
    { born: '2001-02-28', site: 'https://a.example/', mail: 'a@b.example', other: 1 },
  ],
  ['2020-12 without $schema', PAIR_2020, [[{ pair: [1] }, 'specific_data.pair.0']], { pair: ['a', 1] }],
  ['2020-12', { $schema: DRAFT_2020, ...PAIR_2020 }, [[{ pair: [1] }, 'specific_data.pair.0']], { pair: [] }],
  [
    'draft-07, formats included',
    { $schema: DRAFT_07, properties: { ...FORMATS.properties, ...PAIR_07.properties } },
    [
      [{ pair: [1] }, 'specific_data.pair.0'],
      [{ born: 'yesterday' }, 'specific_data.born'],
    ],
    { pair: ['a'] },
  ],
])('A schema of %s is honoured', async (_, specificDataSchema, refused, taken) => {
  const service = await startService({ settings: { authors: { specificDataSchema } } });
  for (const [specific_data, field] of refused) {
    const { body } = await service.post('/api/1.1/authors', { specific_data }).expect(400);
    expect(body.errors).toMatchObject([{ field }]);
  }
  const { body } = await service.post('/api/1.1/authors', { specific_data: taken }).expect(200);
  expect(body.specific_data).toEqual(taken);
  await service.stop();
});

test('Custom data that are cleared are held to the schema, too', async () => {
  const specificDataSchema = { properties: { age: { type: 'integer' } }, required: ['age'] };
  const service = await startService({ settings: { authors: { specificDataSchema } } });
  const { body } = await service.post('/api/1.1/authors', { specific_data: { age: 5 } }).expect(200);
  const names = { first_name: 'Ann', last_name: null };
  for (const specific_data of [null, {}, []])
    await service.put(`/api/1.1/authors/${body.id}`, { ...names, specific_data }).expect(400);
  const { body: edited } = await service.put(`/api/1.1/authors/${body.id}`, names).expect(200);
  expect(edited.specific_data).toEqual({ age: 5 });
  await service.stop();
});

describe('A broken schema', () => {
  test.each<[object, RegExp]>([
    [{ type: 'text' }, /type/],
    [{ properties: 7 }, /properties/],
    [{ $ref: 'https://elsewhere.example/schema' }, /elsewhere/],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, /draft-07 or of 2020-12/],
    [{ pattern: '(' }, /./],
    [{ $async: true }, /\$async/],
  ])('%j stops the start, naming the setting', (specificDataSchema, reason) => {
    const start = () =>
      parseSiteSettings({ authors: { specificDataSchema } }, 'site.json', siteDeclarations());
    expect(start).toThrow(/authors\.specificDataSchema: /);
    expect(start).toThrow(reason);
  });
});
