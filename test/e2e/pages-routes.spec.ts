import {
  Controller,
  Get,
  Injectable,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  Next,
  type OnModuleInit,
  Param,
  Req,
  RequestMethod,
  Res,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, NextFunction, Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Public } from '../../src/platform/http/server/public.js';
import { statementsOf } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

/** Routes as the router of Express keeps them. */
interface Stack {
  readonly stack: readonly { readonly route?: { readonly path: unknown }; match(path: string): unknown }[];
}

@Public()
@Controller()
class BranchesController {
  @Get(':town/hours')
  hours(@Param('town') town: string): string {
    return `${town} is open until six`;
  }

  @Get('branches')
  branches(): string {
    return 'All branches';
  }
}

/** Long enough to be encoded by the service itself. */
const STAND = 'Café;'.repeat(1000);

const named = (name: string) => (_request: Request, response: Response, next: NextFunction) => {
  response.setHeader(name, 'seen');
  next();
};

/** Adds a handler to Express itself, among the routes. */
@Injectable()
class Kiosk implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const app = this.host.httpAdapter.getInstance<Express>();
    app.use('/kiosk', (_request, response) => {
      response.send('The kiosk');
    });
    app.use((request, response, next) => {
      response.setHeader('x-kiosk', 'seen');
      if (request.path === '/stand') response.type('text/csv; charset=iso-8859-1').send(STAND);
      else next();
    });
  }
}

@Module({ controllers: [BranchesController], providers: [Kiosk] })
class BranchesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(named('x-all')).forRoutes('*path');
    consumer.apply(named('x-get')).forRoutes({ path: '*path', method: RequestMethod.GET });
  }
}

/** A route for all paths, as pages have. */
@Public()
@Controller()
class RestController {
  @Get('{*path}')
  rest(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction): void {
    if (request.path === '/last-resort') response.send('Nobody else has it');
    else next();
  }
}

@Module({ controllers: [RestController] })
class RestModule {}

let service: Service;
let path: string;
beforeAll(async () => {
  service = await startService({ extension: { modules: [BranchesModule] } });
  path = await publish('A post');
});
afterAll(() => service.stop());

async function publish(headline: string, fields: object = {}): Promise<string> {
  const { body } = await service.post('/api/1.3/posts', { headline, ...fields }).expect(200);
  return `/${(body as { slug: string }).slug}`;
}

const open = (address: string) => service.as(null).get(address);

describe('Pages leave to others', () => {
  test.each([
    ['a route of a first segment that is not fixed', '/vienna/hours', 'vienna is open until six'],
    ['a route', '/branches', 'All branches'],
    ['a route in capitals', '/BRANCHES', 'All branches'],
    ['what an extension adds to Express', '/kiosk/today', 'The kiosk'],
    ['what it adds for all paths', '/stand', STAND],
  ])('%s', async (_what, address, text) => {
    expect((await open(address).expect(200)).text).toBe(text);
  });

  test('what the service answers itself', async () => {
    for (const address of ['/health/live', '/docs', '/feed.xml', '/robots.txt'])
      await open(address)
        .expect(200)
        .expect('content-type', /json|html|xml|plain/);
    await open('/api/1.3/nothing')
      .expect(404)
      .expect('content-type', /problem\+json/);
  });
});

test('pages leave to a controller of all paths what it takes', async () => {
  const other = await startService({ extension: { modules: [RestModule] } });
  const reader = other.as(null);
  expect((await reader.get('/last-resort').expect(200)).text).toBe('Nobody else has it');
  await reader.get('/no-post').expect(404).expect('content-type', /html/);
  await reader.get('/').expect(200).expect('content-type', /html/);
  await other.stop();
});

test('a long text is sent in the charset that is told', async () => {
  const { headers, text } = await open('/stand').expect(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text).toBe(STAND);
});

test('a page runs through the middleware of extensions', async () => {
  const { headers } = await open(path).expect(200).expect('content-type', /html/);
  expect(headers).toMatchObject({ 'x-all': 'seen', 'x-get': 'seen', 'x-kiosk': 'seen' });
});

test('a page is found at the address of a post and nowhere else', async () => {
  expect((await open(`${path}?page=1`).expect(200)).text).toContain('A post');
  await service.as(null).post(path).expect(405).expect('allow', 'GET, HEAD');
  await open('/no-post').expect(404).expect('content-type', /html/);
  await open('/%E0%A4%A').expect(400);
});

test('a page is found before all fixed routes are looked through', async () => {
  const app = service.app.getHttpAdapter().getInstance();
  const { stack } = app.router as unknown as Stack;
  const robots = stack.filter(({ route }) => route?.path === '/robots.txt');
  const looks = robots.map((layer) => jest.spyOn(layer, 'match'));
  expect(looks.length).toBeGreaterThan(0);
  await open(path).expect(200);
  for (const look of looks) expect(look).not.toHaveBeenCalled();
  await open('/robots.txt').expect(200);
  for (const look of looks) expect(look).toHaveBeenCalled();
});

describe('The path of a post that was read there before', () => {
  const read = async (headline: string, fields: object = {}) => {
    const { body } = await service.post('/api/1.3/posts', { headline, ...fields }).expect(200);
    const { id, slug } = body as { id: number; slug: string };
    await open(`/${slug}`).expect(200);
    return { id, address: `/${slug}` };
  };
  const change = (id: number, fields: object) => service.put(`/api/1.3/posts/${id}`, fields).expect(200);
  const section = async (fields: object): Promise<number> =>
    (await service.post('/api/1.3/sections', { status: 2, ...fields }).expect(200)).body.id;

  test('is not looked up again', async () => {
    const { address } = await read('Read twice');
    // A change of anything clears the pages that are kept.
    await publish('Something else');
    const sent = await statementsOf(service, () => open(address).expect(200));
    expect(sent.filter((text) => /FROM articles\b/.test(text))).not.toEqual([]);
    expect(sent.filter((text) => /FROM article_paths\b/.test(text))).toEqual([]);
  });

  test('leads to nothing when it is taken back, and to the post when it is published again', async () => {
    const { id, address } = await read('Taken back');
    await change(id, { action: 'unpublish' });
    await open(address).expect(404);
    await service.put(`/api/1.3/drafts/${id}`, { action: 'publish' }).expect(200);
    await open(address).expect(200);
  });

  test('tells that it is removed', async () => {
    const { id, address } = await read('Removed');
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    await open(address).expect(410);
  });

  test('redirects when it has moved, and leads to the next post that takes it', async () => {
    const { id, address } = await read('Moves on');
    await change(id, { manual_basename: 'moved-on' });
    await open(address)
      .expect(301)
      .expect('location', /\/moved-on$/);
    await publish('The next one', { manual_basename: address.slice(1) });
    expect((await open(address).expect(200)).text).toContain('The next one');
    expect((await open('/moved-on').expect(200)).text).toContain('Moves on');
  });

  test('is that of a section that takes it', async () => {
    const { address } = await read('Sports');
    await section({ title: 'All sports', url: address.slice(1) });
    expect((await open(address).expect(200)).text).toContain('<h1>All sports</h1>');
  });

  test('shows nothing when all its sections are private', async () => {
    const { id, address } = await read('For few');
    await change(id, { sections: [await section({ title: 'Few', url: 'few', status: 1 })] });
    await open(address).expect(404);
    await service.get(address).expect(200);
  });
});
