import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { AuthorsService } from '../../src/modules/authors/authors.service.js';
import { Database } from '../../src/platform/database/database.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

// SQLite runs one writing transaction at a time.
const onServer = createTestDatabase().isSqlite ? test.skip : test;

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

onServer('an author who is losing all rights is not taken for the only other one who has them', async () => {
  const losing = await service.createAuthorWithKey('Administrator');
  const third = await service.createAuthorWithKey('Administrator');
  const database = service.app.get(Database);
  const changed = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  const holding = service.app.get<UnitOfWork>(UnitOfWork).run(async () => {
    await database.execute("UPDATE authors SET role = 'Reader' WHERE id = ?", [losing.id]);
    changed.resolve(undefined);
    await release.promise;
  });
  await changed.promise;
  const given = give(1, 'Reader').expect(200).then();
  await eventually(async () => {
    // InnoDB remembers what it shows until nobody has asked for a tenth of a second.
    await delay(150);
    const select = "SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    return (await database.rows(select)).length > 0;
  }, true);
  release.resolve(undefined);
  await Promise.all([holding, given]);
  await give(1, 'Administrator', third.client).expect(200);
  await give(third.id, 'Reader').expect(200);
});

test('of two authors who take the rights of each other at once, one keeps them', async () => {
  const other = await service.createAuthorWithKey('Administrator');
  const answers = await Promise.all([give(other.id, 'Reader'), give(1, 'Reader', other.client)]);
  const roles = [await roleOf(1), await roleOf(other.id)];
  expect(roles.filter((role) => role === 'Administrator')).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
