import {
  BadGatewayException,
  ConflictException,
  Controller,
  Get,
  HttpException,
  Injectable,
  Logger,
  Module,
  NotFoundException,
  type OnModuleInit,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { ResolveField, Resolver } from '@nestjs/graphql';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { bind, type Extension } from '../../src/extension/extension.js';
import { Post } from '../../src/extension-graphql.js';
import { DomainEvents } from '../../src/kernel/events/domain-events.js';
import {
  type ArticleChange,
  ArticleHooks,
  type PendingArticleChange,
} from '../../src/modules/articles/article-hooks.js';
import type { Article } from '../../src/modules/articles/domain/article.js';
import { ArticleChanged } from '../../src/modules/articles/domain/article-events.js';
import { RequestAuthenticator } from '../../src/modules/auth/request-authenticator.js';
import { PasswordHasher } from '../../src/modules/authors/domain/password-hasher.js';
import { PageTheme } from '../../src/pages/models/page-theme.js';
import { Public } from '../../src/platform/http/server/public.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const SECRET = 'GET https://internal.example/?token=s3cret failed';

/** Called by the parts of the extension. */
let fault: () => unknown = () => undefined;

@Public()
@Controller('api/acme')
class FaultyController {
  @Get()
  run(): unknown {
    return fault();
  }
}

@Injectable()
@Resolver(() => Post)
class FaultyResolver {
  @ResolveField(() => String, { nullable: true })
  faulty(): unknown {
    return fault();
  }
}

@Module({ controllers: [FaultyController], providers: [FaultyResolver] })
class FaultyModule implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.events.on(ArticleChanged, () => Promise.resolve(handle()) as Promise<void>);
    this.metrics.gauge('acme_faulty', 'A number', () => fault() as number);
  }
}

let handle: () => unknown = () => undefined;
let before: (change: PendingArticleChange) => void = () => undefined;
let after: (change: ArticleChange) => void = () => undefined;
let credential: unknown = null;
let hash: unknown = null;

class FaultyHooks extends ArticleHooks {
  override before(change: PendingArticleChange): void {
    before(change);
  }

  override after(change: ArticleChange): void {
    after(change);
  }
}

class FaultyAuthenticator extends RequestAuthenticator {
  readonly name = 'acmeSession';
  readonly scheme = { type: 'http', scheme: 'bearer' };
  readonly headers = ['x-acme'];

  credentialOf(request: IncomingMessage): string | null {
    return request.headers['x-acme'] === undefined ? null : (credential as string);
  }

  authenticate(): Promise<null> {
    return Promise.resolve(null);
  }
}

class FaultyHasher extends PasswordHasher {
  hash(): Promise<string> {
    return Promise.resolve(hash as string);
  }

  isCurrent(hashed: string): boolean {
    return hashed.startsWith('acme$');
  }

  isPasswordOf(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

let service: Service;
beforeAll(async () => {
  const extension: Partial<Extension> = {
    modules: [FaultyModule],
    articles: FaultyHooks,
    authenticators: [FaultyAuthenticator],
    adapters: [bind(PasswordHasher, FaultyHasher)],
  };
  service = await startService({ extension });
  await service.post(POSTS, { headline: 'The bridge' }).expect(200);
});
afterAll(() => service.stop());
beforeEach(() => {
  fault = handle = before = after = () => undefined;
});

const throwing = (error: unknown) => (): never => {
  throw error;
};

describe('A controller that throws', () => {
  test.each<[number, string, HttpException]>([
    [401, 'unauthorized', new UnauthorizedException('Sign in first.')],
    [404, 'not-found', new NotFoundException('There is no such bulletin.')],
    [409, 'conflict', new ConflictException('It is there.')],
    [418, 'im-a-teapot', new HttpException('Short and stout.', 418)],
    [429, 'too-many-requests', new HttpException('Later.', 429)],
    [502, 'bad-gateway', new BadGatewayException('The shop is closed.')],
    [503, 'service-unavailable', new ServiceUnavailableException('Soon.')],
  ])(
    'an exception of Nest is answered with its status %i, and with its message',
    async (status, code, error) => {
      fault = throwing(error);
      const { body, headers } = await service.as(null).get('/api/acme').expect(status);
      expect(body).toMatchObject({ status, code, detail: error.message, instance: '/api/acme' });
      if (status === 401) expect(headers['www-authenticate']).toMatch(/^ApiKey/);
      if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^\d+$/);
    },
  );

  test.each([undefined, null, 'a text', { status: 403, message: SECRET }])(
    'what is no error (%p) is answered with 500',
    async (thrown) => {
      fault = throwing(thrown);
      const { body } = await service.as(null).get('/api/acme').expect(500);
      expect(body).toMatchObject({ code: 'internal-error' });
    },
  );

  test.each([400, 401, 403, 404, 409, 429])(
    'the error of another service with status %i tells nobody of it',
    async (status) => {
      fault = throwing(Object.assign(new Error(SECRET), { status }));
      const { body } = await service.as(null).get('/api/acme').expect(500);
      expect(body).toMatchObject({ code: 'internal-error' });
      expect(JSON.stringify(body)).not.toContain('s3cret');
    },
  );
});

test('Hooks change an article by write alone, which they see', async () => {
  const { body: post } = await service.post(POSTS, { headline: 'Hooked' }).expect(200);
  const change = (headline: string) => service.put(`${POSTS}/${post.id}`, { headline });
  const faulty: ((article: Article) => void)[] = [
    (article) => {
      article.headline = 'Changed';
    },
    (article) => {
      article.remove();
    },
    (article) => {
      article.write({ headline: 'Changed' });
    },
  ];
  for (const run of faulty) {
    for (const part of ['article', 'was'] as const) {
      before = (pending) => {
        run(pending[part] as Article);
      };
      await change('Before').expect(500);
      before = () => undefined;
      after = (done) => {
        run(done[part] as Article);
      };
      await change('After').expect(500);
      after = () => undefined;
    }
  }
  const { body: same } = await service.get(`${POSTS}/${post.id}`).expect(200);
  expect(same).toMatchObject({ headline: 'Hooked', version: post.version });
  const seen: string[] = [];
  before = (pending) => {
    pending.write({ headline: `${pending.article.headline}!` });
    seen.push(pending.article.headline);
  };
  expect((await change('Written').expect(200)).body).toMatchObject({ headline: 'Written!' });
  expect(seen).toEqual(['Written!']);
});

test('Hooks do not change what is in a field of an article either', async () => {
  const fields = {
    headline: 'Nested',
    product: { name: 'Bolt', sizes: [{ mm: 4 }] },
    tags: ['Tools'],
    listicle: { items: [{ headline: 'One', body: '<p>1</p>' }] },
  };
  const { body: post } = await service.post(POSTS, fields).expect(200);
  const parts: ((article: Readonly<Article>) => unknown)[] = [
    ({ product }) => product,
    ({ product }) => (product as typeof fields.product).sizes[0],
    ({ listicle }) => listicle?.items[0]?.rendered,
    ({ placement }) => placement.tags[0],
    (article) => article.fields,
  ];
  for (const partOf of parts)
    for (const part of ['article', 'was'] as const) {
      const run = (change: ArticleChange) => {
        Object.assign(partOf(change[part] as Article) as object, { body: '<script>1</script>' });
      };
      before = run;
      await service.put(`${POSTS}/${post.id}`, { og_title: 'Before' }).expect(500);
      before = (pending) => {
        pending.write({ ogTitle: 'Written' });
        run(pending);
      };
      await service.put(`${POSTS}/${post.id}`, { product: { sizes: [{ mm: 1 }] } }).expect(500);
      before = () => undefined;
      after = run;
      await service.put(`${POSTS}/${post.id}`, { og_title: 'After' }).expect(500);
      after = () => undefined;
    }
  expect((await service.get(`${POSTS}/${post.id}`).expect(200)).body).toEqual({
    ...post,
    warnings: undefined,
  });
  before = ({ article, write }) => {
    write({ product: { ...article.product, seen: true } });
  };
  const { body } = await service.put(`${POSTS}/${post.id}`, { og_title: 'Last' }).expect(200);
  expect(body).toMatchObject({ product: { ...fields.product, seen: true }, og_title: 'Last' });
});

test('What a hook writes after its end is not taken, and logged', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  let late = (): void => undefined;
  before = ({ write }) => {
    late = () => {
      write({ headline: 'Late', fields: { acme_unknown: 1 } });
    };
  };
  after = () => {
    late();
  };
  const { body } = await service.post(POSTS, { headline: 'In time' }).expect(200);
  expect(body).toMatchObject({ headline: 'In time' });
  expect(logged.mock.calls.flat()).toEqual([
    'The hook FaultyHooks.before has written after its end: nothing was changed. Let it wait for what it has begun.',
  ]);
  logged.mockRestore();
  before = after = () => undefined;
  const { body: edited } = await service.put(`${POSTS}/${body.id}`, { og_title: 'Next' }).expect(200);
  expect(edited).toMatchObject({ headline: 'In time', og_title: 'Next' });
});

test.each([{ imageId: 'abc' }, { pageList: [1] }, { product: 'x' }, { headline: '' }])(
  'What no client could send is not stored for a hook either (%j)',
  async (content) => {
    const { body: post } = await service.post(POSTS, { headline: 'Hooked' }).expect(200);
    before = ({ write }) => {
      write(content as object);
    };
    await service.put(`${POSTS}/${post.id}`, { og_title: 'Changed' }).expect(500);
    before = () => undefined;
    expect((await service.get(`${POSTS}/${post.id}`).expect(200)).body).toEqual({
      ...post,
      warnings: undefined,
    });
  },
);

test.each([
  ['an object', () => ({ token: SECRET })],
  ['a list', () => [SECRET, { a: SECRET }]],
  ['a text that is thrown', throwing(SECRET)],
  ['an error with a status', throwing(Object.assign(new Error(SECRET), { status: 403 }))],
])(
  'GraphQL does not tell readers of %s that a resolver should not have answered with',
  async (_what, run) => {
    fault = run;
    const { body } = await service.as(null).post('/core/graphql', { query: '{ posts { faulty } }' });
    expect(JSON.stringify(body)).not.toContain('s3cret');
    expect(body.errors[0]).toMatchObject({
      extensions: { code: 'internal-error' },
      path: ['posts', 0, 'faulty'],
    });
  },
);

test.each([7, {}, [], true, undefined, Promise.resolve('x')])(
  'A credential that is no text (%p) is none',
  async (sent) => {
    credential = sent;
    const { body } = await service.as(null).get(POSTS).set('x-acme', '1').expect(401);
    expect(body).toMatchObject({ code: 'key-missing' });
    await service.as(null).get('/').set('x-acme', '1').expect(200);
  },
);

test.each([null, '', 42, 'plain text'])(
  'A hash that its hasher does not know (%p) is not stored',
  async (made) => {
    hash = made;
    const author = { name: `ann-${String(made).length}`, password: 'correct horse' };
    await service.post('/api/1.1/authors', author).expect(500);
    hash = 'acme$x';
    await service.post('/api/1.1/authors', author).expect(200);
  },
);

test.each([null, '7', {}, [], NaN, undefined])(
  'A gauge that is no number (%p) is left out',
  async (value) => {
    fault = () => value;
    const { text } = await service.get('/metrics').expect(200);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toMatch(/^acme_faulty /m);
  },
);

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['an error', new Error(SECRET)],
])('A theme that throws %s is answered with 500, not with 404', async (_what, error) => {
  const made = jest.spyOn(service.app.get(PageTheme), 'list').mockImplementation(throwing(error));
  try {
    const { body } = await service.as(null).get('/?page=1').expect(500);
    expect(body).toMatchObject({ code: 'internal-error' });
  } finally {
    made.mockRestore();
  }
});

describe('Work in a transaction that waits for ever', () => {
  test.each([
    ['of a write', {}],
    ['of a request that is one transaction', { 'Idempotency-Key': 'waits' }],
  ])('%s is given up, and what it does later fails', async (_what, headers) => {
    const started = Promise.withResolvers<undefined>();
    const end = Promise.withResolvers<undefined>();
    const timers: (() => void)[] = [];
    const setting = jest.spyOn(globalThis, 'setInterval').mockImplementation(((tick: () => void) => {
      timers.push(tick);
      return { unref: () => undefined };
    }) as never);
    handle = () => {
      started.resolve(undefined);
      return end.promise;
    };
    const answer = service
      .post(POSTS, { headline: 'Waits' })
      .set(headers)
      .expect(503)
      .then((response) => response);
    await started.promise;
    setting.mockRestore();
    for (let tick = 0; tick < 4; tick++) for (const timer of timers) timer();
    const { body, headers: answered } = await answer;
    expect(body).toMatchObject({ code: 'change-too-slow' });
    expect(answered['retry-after']).toMatch(/^\d+$/);
    handle = () => undefined;
    // Others do not wait for it any more; what it goes on with is in no transaction.
    await service.post(POSTS, { headline: 'Goes on' }).expect(200);
    end.resolve(undefined);
    await service.post(POSTS, { headline: 'Goes on still' }).expect(200);
    const { body: posts } = await service.get(`${POSTS}?include_fields=headline`).expect(200);
    expect((posts as { headline: string }[]).map(({ headline }) => headline)).not.toContain('Waits');
  });
});
