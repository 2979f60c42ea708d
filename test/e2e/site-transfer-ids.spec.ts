import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { SiteRecords } from '../../src/modules/transfer/site-records.js';
import { declaredKinds, type TransferKind } from '../../src/modules/transfer/transfer-kind.js';
import { newImage } from '../support/media.js';
import { type Service, startService } from '../support/service.js';

const WANTED = 5;

let service: Service;
let records: SiteRecords;
let articles: TransferKind;
beforeAll(async () => {
  service = await startService();
  records = service.app.get(SiteRecords, { strict: false });
  const [kind] = declaredKinds().filter(({ name }) => name === 'articles');
  if (!kind) throw new Error('There is no kind of articles.');
  articles = kind;
});
afterAll(() => service.stop());

const create = async (): Promise<number> =>
  (await service.post('/api/1.3/posts', { headline: 'One more' }).expect(200)).body.id;

test('ids are reserved above those of records that come meanwhile', async () => {
  await create();
  const raise = records.raiseIds.bind(records);
  let meanwhile = 0;
  jest.spyOn(records, 'raiseIds').mockImplementationOnce(async (kind, highest) => {
    meanwhile = await create();
    await raise(kind, highest);
  });
  const before = await records.reserveIds(articles, WANTED);
  expect(before).toBeGreaterThanOrEqual(meanwhile);
  expect(await create()).toBeGreaterThan(before + WANTED);
});

test('ids of records that are gone are not reserved again', async () => {
  const [images] = declaredKinds().filter(({ name }) => name === 'images');
  const { id } = await newImage(service);
  await service.delete(`/api/1.3/images/${id}`).expect(200);
  expect(images && (await records.reserveIds(images, WANTED))).toBe(id);
});

test('ids that are used up are told of', async () => {
  await expect(records.raiseIds(articles, 2 ** 31)).rejects.toMatchObject({ code: 'ids-used-up' });
});
