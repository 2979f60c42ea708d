import {
  Controller,
  Get,
  Injectable,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  type OnModuleInit,
  Param,
  RequestMethod,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, NextFunction, Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Public } from '../../src/platform/http/server/public.js';
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
  }
}

@Module({ controllers: [BranchesController], providers: [Kiosk] })
class BranchesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(named('x-all')).forRoutes('*path');
    consumer.apply(named('x-get')).forRoutes({ path: '*path', method: RequestMethod.GET });
  }
}

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

test('a page runs through the middleware of extensions', async () => {
  const { headers } = await open(path).expect(200).expect('content-type', /html/);
  expect(headers).toMatchObject({ 'x-all': 'seen', 'x-get': 'seen' });
});

test('a page is found at the address of a post and nowhere else', async () => {
  expect((await open(`${path}?page=1`).expect(200)).text).toContain('A post');
  await service.as(null).post(path).expect(405).expect('allow', 'GET, HEAD');
  await open('/no-post').expect(404).expect('content-type', /html/);
  await open('/%E0%A4%A').expect(400);
});

test('a page is found before all fixed routes are looked through', async () => {
  const { stack } = service.app.getHttpAdapter().getInstance<Express>().router as unknown as Stack;
  const robots = stack.filter(({ route }) => route?.path === '/robots.txt');
  const looks = robots.map((layer) => jest.spyOn(layer, 'match'));
  expect(looks.length).toBeGreaterThan(0);
  await open(path).expect(200);
  for (const look of looks) expect(look).not.toHaveBeenCalled();
  await open('/robots.txt').expect(200);
  for (const look of looks) expect(look).toHaveBeenCalled();
});
