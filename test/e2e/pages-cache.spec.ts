import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { PageTheme } from '../../src/pages/models/page-theme.js';
import { Public } from '../../src/platform/http/server/public.js';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

@Public()
@Controller()
class ShopController {
  @Get('shop')
  shop(): string {
    return 'Open until six';
  }
}

@Module({ controllers: [ShopController] })
class ShopModule {}

/** Its controllers come to Nest by way of another module, after those of all others. */
@Module({ imports: [ShopModule] })
class MarketModule {}

interface Post {
  readonly updated_ts: number;
}

interface Created {
  readonly id: number;
  readonly path: string;
}

let service: Service;
beforeAll(async () => {
  service = await startService({ extension: { modules: [MarketModule] } });
  await createImages(service, 2);
});
afterAll(() => service.stop());

const open = (path: string) => service.as(null).get(path);
const textOf = async (path: string) => (await open(path).expect(200)).text;
let posts = 0;
async function publish(fields: object = {}): Promise<Created> {
  const { body } = await service
    .post('/api/1.3/posts', { headline: `Kept page ${++posts}`, ...fields })
    .expect(200);
  return { id: body.id, path: `/${body.slug}` };
}
const section = async (fields: object): Promise<number> =>
  (await service.post('/api/1.3/sections', fields).expect(200)).body.id;

describe('A page that is kept shows at once', () => {
  test('that an author has another name', async () => {
    const { body: author } = await service
      .post('/api/1.1/authors', { first_name: 'Ann', last_name: 'Lee' })
      .expect(200);
    const { path } = await publish({ roar_author_ids: [author.id] });
    expect(await textOf(path)).toContain('Ann Lee');
    await service.put(`/api/1.1/authors/${author.id}`, { first_name: 'Anna', last_name: 'Lee' }).expect(200);
    expect(await textOf(path)).toContain('Anna Lee');
  });

  test('that posts of a section are in another order', async () => {
    const id = await section({ title: 'Tides', url: 'tides', status: 2 });
    const first = await publish({ sections: [id], created_ts: 1000 });
    const second = await publish({ sections: [id], created_ts: 2000 });
    const order = async () => {
      const text = await textOf('/tides');
      return [first, second].toSorted((one, other) => text.indexOf(one.path) - text.indexOf(other.path));
    };
    expect(await order()).toEqual([second, first]);
    await service.put(`/api/1.3/sections/${id}/order`, { post_ids: [first.id] }).expect(200);
    expect(await order()).toEqual([first, second]);
  });

  test('that a badge has another name, and is gone', async () => {
    const { body: badge } = await service
      .post('/api/1.3/badges', { name: 'Longread', image_id: 1 })
      .expect(200);
    const { path } = await publish({ badges: [badge.id] });
    expect(await textOf(path)).toContain('Longread');
    await service.put(`/api/1.3/badges/${badge.id}`, { name: 'Feature', image_id: 1 }).expect(200);
    expect(await textOf(path)).toContain('Feature');
    await service.delete(`/api/1.3/badges/${badge.id}`).expect(200);
    expect(await textOf(path)).not.toContain('Feature');
  });

  test('what is said of an image, and that it is gone', async () => {
    const { path } = await publish({ image_id: 2 });
    expect(await textOf(path)).not.toContain('At dawn');
    const { body: image } = await service.get('/api/1.3/images/2').expect(200);
    await service
      .put('/api/1.3/images/2', { image_url: image.image_original_url, caption: 'At dawn' })
      .expect(200);
    expect(await textOf(path)).toContain('At dawn');
    await service.delete('/api/1.3/images/2?force=1').expect(200);
    expect(await textOf(path)).not.toContain('At dawn');
  });

  test('that there is a section, what it is called, and that it is closed', async () => {
    const { path } = await publish();
    expect(await textOf(path)).not.toContain('Harbour');
    const id = await section({ title: 'Harbour', url: 'harbour', status: 2 });
    expect(await textOf(path)).toContain('Harbour');
    await service.put(`/api/1.3/sections/${id}`, { title: 'Port', url: 'harbour', status: 2 }).expect(200);
    expect(await textOf(path)).toContain('Port');
    await open('/harbour').expect(200);
    await service.put(`/api/1.3/sections/${id}`, { title: 'Port', url: 'harbour', status: 1 }).expect(200);
    await open('/harbour').expect(404);
    expect(await textOf(path)).not.toContain('Port');
  });

  test('that there is a newer post of its section', async () => {
    const sections = [await section({ title: 'River', url: 'river', status: 2 })];
    const { path } = await publish({ sections });
    expect(await textOf(path)).not.toContain('The ice breaks');
    await publish({ sections, headline: 'The ice breaks' });
    expect(await textOf(path)).toContain('The ice breaks');
    expect(await textOf('/river')).toContain('The ice breaks');
  });
});

test('What another instance has changed is shown within two seconds', async () => {
  const other = await startService({ database: service.database, extension: {} });
  try {
    const id = await section({ title: 'Ferries', url: 'ferries', status: 2 });
    const { path } = await publish({ sections: [id] });
    const seen = () => other.as(null).get(path).expect(200);
    expect((await seen()).text).toContain('Ferries');
    await service.put(`/api/1.3/sections/${id}`, { title: 'Boats', url: 'ferries', status: 2 }).expect(200);
    for (let pauses = 0; pauses < 40 && !(await seen()).text.includes('Boats'); pauses++) await delay(50);
    expect((await seen()).text).toContain('Boats');
  } finally {
    await other.stop();
  }
});

describe('A page that is kept', () => {
  test('is answered as when it was made', async () => {
    const { path } = await publish({ image_id: 1 });
    const [made, kept] = [await open(path), await open(path)];
    expect(made.headers['x-request-id']).toBeDefined();
    // Nothing but the page memory has seen the second request.
    expect(kept.headers['x-request-id']).toBeUndefined();
    const headers = { ...made.headers };
    delete headers['x-request-id'];
    delete headers.date;
    expect(kept.headers).toMatchObject(headers);
    expect(kept.text).toBe(made.text);
    const head = await service.as(null).head(path).expect(200);
    expect(head.headers).toMatchObject(headers);
    expect(head.text).toBeUndefined();
  });

  test('is not for those who bring a key or a password', async () => {
    const { path } = await publish();
    await open(path).expect(200);
    const keyed = await service.get(path).expect(200);
    expect(keyed.headers['cache-control']).toBe('private, no-store');
    await service.as('wrong').get(path).expect(401);
    const { id } = await publish();
    await service.put(`/api/1.3/posts/${id}`, { headline: 'x' }).expect(200);
    const draft = await service.get(`${path}?draft=1`).expect(200);
    expect(draft.headers['cache-control']).toBe('private, no-store');
    await open(`${path}?draft=1`).expect(401);
  });

  test('is not the page of another number, nor of another path', async () => {
    const { path } = await publish();
    await open(path).expect(200);
    await open(`${path}/`).expect(301);
    await open(`${path}?page=x`).expect(301);
    await open(`${path}-`).expect(404);
  });
});

describe('Pages of posts', () => {
  test('say when the post was changed, and are known by their tag alone', async () => {
    const { id, path } = await publish();
    const { updated_ts } = (await service.get(`/api/1.3/posts/${id}`).expect(200)).body as Post;
    const { headers } = await open(path).expect(200);
    const modified = new Date(updated_ts * 1000).toUTCString();
    expect(headers['last-modified']).toBe(modified);
    const dated = (tag: string) => open(path).set('if-modified-since', modified).set('if-none-match', tag);
    await dated(String(headers.etag)).expect(304);
    await dated('"other"').expect(200);
    await open(path).set('if-modified-since', modified).expect(200);
  });

  test('are sent to those who know the date, which not every change changes', async () => {
    const { id, path } = await publish();
    const { headers } = await open(path).expect(200);
    const fields = { subheadline: 'Silently corrected', prevent_modifying_updated_ts: 1 };
    await service.put(`/api/1.3/posts/${id}`, fields).expect(200);
    for (const day of [String(headers['last-modified']), new Date(Date.now() + 60_000).toUTCString()]) {
      const { text } = await open(path).set('if-modified-since', day).expect(200);
      expect(text).toContain('Silently corrected');
    }
  });

  test('are made for no other number', async () => {
    const { path } = await publish();
    const made = jest.spyOn(service.app.get(PageTheme), 'post');
    try {
      for (const number of [2, 3, 999_999]) await open(`${path}?page=${number}`).expect(301);
      expect(made).not.toHaveBeenCalled();
      await open(path).expect(200);
      expect(made).toHaveBeenCalledTimes(1);
    } finally {
      made.mockRestore();
    }
  });

  test('have that alone: a list loses posts and nothing in it is changed', async () => {
    const { headers } = await open('/').expect(200);
    expect(headers['last-modified']).toBeUndefined();
    expect(headers.etag).toBeDefined();
  });
});

test('Pages leave the routes of all modules alone', async () => {
  const { text } = await open('/shop').expect(200);
  expect(text).toBe('Open until six');
});
