import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuthorsService } from '../../src/modules/authors/authors.service.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const give = (id: number, role: string | null, client: Pick<Service, 'put'> = service) =>
  client.put(`/api/1.1/authors/${id}`, { first_name: 'Ada', last_name: 'Berg', role });

const roleOf = async (id: number) => (await service.app.get(AuthorsService).get(id)).role;

test('the last author with all rights keeps them', async () => {
  for (const role of ['Reader', 'Editor', null])
    await give(1, role)
      .expect(409)
      .expect(({ body }) => {
        expect(body).toMatchObject({ code: 'last-administrator' });
      });
  await give(1, 'Administrator').expect(200);
  expect(await roleOf(1)).toBe('Administrator');
});

test('an author with all rights may have another role while somebody else has them', async () => {
  const other = await service.createAuthorWithKey('Platform Engineer');
  await give(1, 'Reader', other.client).expect(200);
  await give(other.id, 'Reader', other.client).expect(409);
  await give(1, 'Administrator', other.client).expect(200);
  await give(other.id, 'Reader').expect(200);
});

test('of two authors who take the rights of each other at once, one keeps them', async () => {
  const other = await service.createAuthorWithKey('Administrator');
  const answers = await Promise.all([give(other.id, 'Reader'), give(1, 'Reader', other.client)]);
  const roles = [await roleOf(1), await roleOf(other.id)];
  expect(roles.filter((role) => role === 'Administrator')).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
