import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { EventArrivals } from '../../src/modules/change-feed/event-arrivals.js';
import { EventStore } from '../../src/modules/changes/events/event-store.js';
import { eventually } from '../support/eventually.js';
import { type Client, type Service, startService } from '../support/service.js';

interface Page {
  readonly changes: readonly { readonly resource_id: number; readonly verb: string }[];
  readonly next: string;
}

let service: Service;
beforeAll(async () => {
  // Events get their places when the tests say so.
  service = await startService({
    environment: { SCHEDULER: 'off' },
    settings: { authors: { roles: { Outsider: [] } } },
  });
});
afterAll(() => service.stop());

const place = () => service.app.get(EventStore).place(500);
const read = async (query: string): Promise<Page> =>
  (await service.get(`/api/1.3/changes?${query}`).expect(200)).body as Page;
const now = async () => {
  await place();
  return (await read('after=now')).next;
};
const create = async (door: 'posts' | 'drafts' = 'posts') => {
  const { body } = await service.post(`/api/1.3/${door}`, { headline: 'Tides' }).expect(200);
  return (body as { id: number }).id;
};

describe('`wait`', () => {
  test('is over when there is a change', async () => {
    const token = await now();
    const answer = service.get(`/api/1.3/changes?after=${token}&wait=30`).then(({ body }) => body as Page);
    const id = await create();
    await place();
    expect((await answer).changes).toMatchObject([{ resource_id: id, verb: 'create' }]);
  });

  test('is over after its time', async () => {
    const token = await now();
    expect(await read(`after=${token}&wait=1`)).toEqual({ changes: [], next: token, has_more: false });
  });

  /** A reader whose request waits already. */
  const waitingReader = async (query: string) => {
    const { id, client } = await service.createAuthorWithKey('Editor');
    const token = await now();
    const waits = jest.spyOn(service.app.get(EventArrivals), 'waitFor');
    const answer = client.get(`/api/1.3/changes?after=${token}&wait=30&${query}`);
    const answered = answer.then(({ status, body }) => ({ status, ...(body as Partial<Page>) }));
    expect(await eventually(() => waits.mock.calls.length, 1)).toBe(1);
    waits.mockRestore();
    return { id, client, answered };
  };
  const giveRole = async (id: number, client: Client, role: string) => {
    const named = { first_name: 'Ann', last_name: 'Lee' };
    await service.put(`/api/1.1/authors/${id}`, { ...named, role }).expect(200);
    const roleNow = async () => ((await client.get('/api/1.1/me')).body as { role: string }).role;
    expect(await eventually(roleNow, role)).toBe(role);
  };

  test('tells nothing to one whose key is revoked meanwhile', async () => {
    const { client, answered } = await waitingReader('include=resource');
    const [key] = (await client.get('/api/1.1/keys').expect(200)).body as { id: number }[];
    await service.delete(`/api/1.1/keys/${key?.id ?? 0}`).expect(200);
    await create('drafts');
    await place();
    expect(await answered).toMatchObject({ status: 401, code: 'key-invalid' });
  });

  test('tells nothing to one who may read nothing any more', async () => {
    const { id, client, answered } = await waitingReader('include=resource');
    await giveRole(id, client, 'Outsider');
    await create();
    await place();
    expect(await answered).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('goes on with the rights that its reader has then', async () => {
    const { id, client, answered } = await waitingReader('types=post&include=resource');
    await giveRole(id, client, 'Reader');
    await create('drafts');
    const post = await create();
    await place();
    const { status, changes } = await answered;
    expect(status).toBe(200);
    expect(changes?.map(({ resource_id }) => resource_id)).toEqual([post]);
  });

  test('takes no place from other requests', async () => {
    const token = await now();
    const waiting = Array.from({ length: 100 }, () =>
      service.get(`/api/1.3/changes?after=${token}&wait=30`).then(({ body }) => body as Page),
    );
    for (let n = 0; n < 20; n++) await service.get('/api/1.3/posts').expect(200);
    const id = await create();
    await place();
    for (const { changes } of await Promise.all(waiting)) expect(changes[0]?.resource_id).toBe(id);
  });
});
