import { All, Controller, Get, Module, Put } from '@nestjs/common';
import { Field, ObjectType, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { afterEach, expect, test } from '@jest/globals';
import { Post } from '../../src/extension-graphql.js';
import type { Extension } from '../../src/extension/extension.js';
import { Public } from '../../src/platform/http/server/public.js';
import { type Service, startService } from '../support/service.js';

let service: Service | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const withModule = (module: object): Partial<Extension> => ({ name: 'desk', modules: [module as never] });

/** The service with a module of an extension. */
const start = async (module: object): Promise<Service> =>
  (service = await startService({ extension: withModule(module) }));

const FIELDS = '{ __type(name: "Post") { fields { name type { name kind } } } }';
/** Types of the fields of posts, by name. */
async function fieldsOfPosts(extension?: Partial<Extension>): Promise<Record<string, unknown>> {
  const own = await startService(extension && { extension });
  try {
    const { body } = await own.post('/core/graphql', { query: FIELDS }).expect(200);
    const fields = body.data.__type.fields as { name: string; type: { name: string } }[];
    return Object.fromEntries(fields.map(({ name, type }) => [name, type.name]));
  } finally {
    await own.stop();
  }
}

function deskWithShout(type: typeof String | typeof Boolean): Partial<Extension> {
  @ObjectType('DeskNote')
  class Note {
    @Field(() => type)
    value!: unknown;
  }

  @Resolver(() => Post)
  class ShoutResolver {
    @ResolveField(() => type, { nullable: true })
    shout(): null {
      return null;
    }

    @ResolveField(() => Note, { nullable: true })
    deskNote(): null {
      return null;
    }
  }

  @Module({ providers: [ShoutResolver] })
  class DeskModule {}
  return withModule(DeskModule);
}

test('resolvers of one extension are not in the schema of the next one of the process', async () => {
  const plain = await fieldsOfPosts();
  const first = deskWithShout(String);
  const expected = { ...plain, shout: 'String', deskNote: 'DeskNote' };
  expect(await fieldsOfPosts(first)).toEqual(expected);
  expect(await fieldsOfPosts()).toEqual(plain);
  expect(await fieldsOfPosts(deskWithShout(Boolean))).toEqual({ ...expected, shout: 'Boolean' });
  expect(await fieldsOfPosts(first)).toEqual(expected);
});

test('a resolver of a field that posts have is refused by name', async () => {
  @Resolver(() => Post)
  class HeadlineResolver {
    @ResolveField(() => String)
    title(): string {
      return 'mine';
    }

    @ResolveField('id', () => String)
    other(): string {
      return 'mine';
    }
  }

  @Module({ providers: [HeadlineResolver] })
  class DeskModule {}
  await expect(start(DeskModule)).rejects.toThrow(
    /HeadlineResolver\.title: Post has a field "title" already[^]*HeadlineResolver\.other: Post has a field "id"/,
  );
});

test('so is a query that the service has', async () => {
  @Public()
  @Resolver()
  class PostsResolver {
    @Query(() => String)
    posts(): string {
      return 'mine';
    }
  }

  @Module({ providers: [PostsResolver] })
  class DeskModule {}
  await expect(start(DeskModule)).rejects.toThrow(/"posts".*"Query"/);
});

test('a field of a type of the extension itself may have a resolver', async () => {
  @ObjectType('DeskCard')
  class Card {
    @Field(() => String)
    text!: string;
  }

  @Resolver(() => Card)
  class CardResolver {
    @ResolveField(() => String)
    text(): string {
      return 'resolved';
    }
  }

  @Public()
  @Resolver()
  class CardsResolver {
    @Query(() => Card)
    deskCard(): object {
      return {};
    }
  }

  @Module({ providers: [CardResolver, CardsResolver] })
  class DeskModule {}
  const { body } = await (
    await start(DeskModule)
  )
    .post('/core/graphql', { query: '{ deskCard { text } }' })
    .expect(200);
  expect(body).toEqual({ data: { deskCard: { text: 'resolved' } } });
});

test('a route that the service has is refused by name', async () => {
  @Public()
  @Controller(['api/desk', '/api/1.3/posts/'])
  class DeskController {
    @Get([':number', 'own'])
    show(): string {
      return 'mine';
    }

    @Put(':id/mine')
    put(): string {
      return 'mine';
    }
  }

  @Public()
  @Controller('health')
  class HealthOfDesk {
    @All('ready')
    answer(): string {
      return 'mine';
    }
  }

  @Public()
  @Controller('metrics')
  class MetricsOfDesk {
    @Get('desk')
    answer(): string {
      return 'mine';
    }
  }

  @Module({ controllers: [DeskController, HealthOfDesk, MetricsOfDesk] })
  class DeskModule {}
  await expect(start(DeskModule)).rejects.toThrow(
    /^The extension "desk" has faults:\n.*GET \/api\/1\.3\/posts\/:number of DeskController\.show is a route of PostsController\.get already.*\n.*\/health\/ready of HealthOfDesk\.answer is a route of HealthController\.ready already\n.*\/metrics\/desk of MetricsOfDesk\.answer would never be called: the service answers at \/metrics$/,
  );
});
