/*
 * Committed changes, jobs, own fields, authenticators, passwords and GraphQL of the extension API; see
 * newsroom.ts. Within one major version lines are added here, and none is changed.
 */
import type { IncomingMessage } from 'node:http';
import { Injectable, Module } from '@nestjs/common';
import { Args, Context, Info, Int, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Actor,
  ArticleHooks,
  ArticleStatus,
  AuthorIdentities,
  bind,
  type ChangedResource,
  type ChangeVerb,
  type CommittedEvent,
  type Consumption,
  defineExtension,
  type EventHandler,
  field,
  type Identity,
  Job,
  type JobDeclaration,
  type JobRun,
  type NewcomerFields,
  OnCommitted,
  type OwnChanges,
  type OwnField,
  type OwnFieldOptions,
  type OwnValue,
  type OwnValues,
  PasswordHasher,
  type PeerHandler,
  Peers,
  type PendingArticleChange,
  Public,
  readFlag,
  readInteger,
  readString,
  type Reader,
  ListField,
  RequestAuthenticator,
  UnauthenticatedError,
} from 'content-publishing-service';
import {
  Author,
  type AuthorModel,
  BatchedReads,
  costOfItem,
  FieldArgument,
  type GraphqlContext,
  GraphqlModule,
  ListLength,
  listLimit,
  Post,
  type PostCriteria,
  PostLists,
  type PostModel,
  PostsSlice,
  type RequestContext,
  Section,
  type SectionModel,
  Tag,
} from 'content-publishing-service/graphql';
import type { GraphQLResolveInfo } from 'graphql';

const options: OwnFieldOptions = { type: 'integer', min: 1, max: 5, filter: true };
const stars: OwnField<number> = field('newsroom_stars', { type: 'integer', min: 1, max: 5, filter: true });
const level: OwnField<'easy' | 'hard'> = field('newsroom_level', {
  type: 'enum',
  values: ['easy', 'hard'],
  description: 'how hard it is to read',
});

@Injectable()
class Rules extends ArticleHooks {
  override before({ article, write }: PendingArticleChange): void {
    const known: 'easy' | 'hard' | null = level.of(article);
    const values: OwnValues = article.fields;
    const value: OwnValue | null = values[stars.name] ?? null;
    if (article.isPublished || article.status === ArticleStatus.Scheduled) return;
    const fields: OwnChanges = { [stars.name]: known === 'hard' ? 5 : value };
    write({ fields });
  }
}

const consumption: Consumption = { name: 'newsroom.mirror', resources: ['article', 'like', 'follow'] };
const hourly: JobDeclaration = { name: 'newsroom.hourly', every: 3600, on: 'one-instance' };

@Injectable()
class Mirror {
  @OnCommitted(consumption)
  async mirror(event: CommittedEvent, stopping: AbortSignal): Promise<void> {
    const resource: ChangedResource = event.resource;
    const verb: ChangeVerb = event.verb;
    const { id, resourceId, version, fields, at, authorId } = event;
    stopping.throwIfAborted();
    await Promise.resolve(`${id} ${resource} ${verb} ${resourceId} ${version} ${fields.join()} ${at} ${authorId}`);
  }

  @Job(hourly)
  hourly(stopping: AbortSignal): Promise<void> {
    stopping.throwIfAborted();
    return Promise.resolve();
  }

  @Job({ name: 'newsroom.warming', every: 1, on: 'every-instance' })
  warm(): Promise<void> {
    return Promise.resolve();
  }
}
export const handlers: readonly [EventHandler, JobRun] = [() => Promise.resolve(), () => Promise.resolve()];

@Injectable()
class Login extends RequestAuthenticator {
  readonly name = 'newsroom-login';
  readonly scheme = { type: 'http', scheme: 'bearer' };
  readonly headers = ['Authorization'];
  override readonly isAmbient = false;
  override readonly challenge = null;

  constructor(private readonly identities: AuthorIdentities) {
    super();
  }

  credentialOf({ headers }: IncomingMessage): string | null {
    return headers.authorization ?? null;
  }

  async authenticate(credential: string, request: IncomingMessage): Promise<Actor | null> {
    if (request.method === 'DELETE') throw new UnauthenticatedError('no', 'No.', ['Bearer']);
    const identity: Identity = { issuer: 'https://login.example', subject: credential };
    const newcomer: NewcomerFields = { firstName: 'Ann', role: 'Editor' };
    const actor = await this.identities.ensure(identity, newcomer);
    await this.identities.link(identity, actor.authorId);
    return actor.reading();
  }
}

@Injectable()
class Passwords extends PasswordHasher {
  hash(password: string): Promise<string> {
    return Promise.resolve(`plain$${password}`);
  }

  isCurrent(hashed: string): boolean {
    return hashed.startsWith('plain$');
  }

  isPasswordOf(hashed: string, password: string): Promise<boolean> {
    return Promise.resolve(hashed === `plain$${password}`);
  }
}

@Resolver(() => Post)
class PostStars {
  private readonly reads = new BatchedReads((ids: readonly number[]) =>
    Promise.resolve(new Map(ids.map((id) => [id, id % 5]))),
  );

  constructor(private readonly posts: PostLists) {}

  @FieldArgument('scale', () => Int)
  @ResolveField(() => Int, { nullable: true })
  stars({ id }: PostModel, _args: object, { request }: GraphqlContext): Promise<number | null> {
    return this.reads.load(id, request);
  }

  @ListLength(2)
  @ResolveField(() => [Tag])
  labels(): Tag[] {
    return [];
  }

  @ResolveField(() => Post, { nullable: true })
  next(
    { id }: PostModel,
    _args: object,
    { request }: GraphqlContext,
    info: GraphQLResolveInfo,
  ): Promise<PostModel | null> {
    return this.posts.load(id + 1, request, info);
  }
}

@Resolver(() => Author)
class AuthorStars {
  @ResolveField(() => Int)
  stars({ id }: AuthorModel): number {
    return id;
  }
}

@Resolver(() => Section)
class SectionStars {
  @ResolveField(() => Int)
  stars({ id }: SectionModel): number {
    return id;
  }
}

@Public()
@Resolver()
class Starred {
  constructor(private readonly posts: PostLists) {}

  @Query(() => [Post])
  starred(
    @Args('slice', { type: () => PostsSlice, nullable: true }) slice: PostsSlice | null | undefined,
    @Context('request') request: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostModel[]> {
    const criteria: PostCriteria = { anyTags: ['starred'], fields: { [stars.name]: [5] } };
    request.chargeCost(listLimit(slice?.limit) * costOfItem(info));
    if (request.isAnonymous || request.actor === null) return request.run(() => Promise.resolve([]));
    return this.posts.list(criteria, slice, request, info);
  }
}

const stars3: Reader = readInteger({ min: 1, max: 3 });

class TracksDto {
  @ListField(readString, { items: { type: 'string' }, maxItems: 20 })
  titles!: readonly string[];

  @ListField(stars3, { items: { type: 'integer' } })
  stars!: readonly number[];

  @ListField(readFlag, { items: { type: 'boolean' } })
  flags!: readonly boolean[];
}

@Injectable()
class Cache {
  constructor(private readonly peers: Peers) {
    const forget: PeerHandler = () => undefined;
    this.peers.on('newsroom.forget', forget);
  }

  async forget({ titles }: TracksDto): Promise<void> {
    await this.peers.tell('newsroom.forget', titles);
  }
}

@Module({
  imports: [GraphqlModule],
  providers: [Cache, Mirror, PostStars, AuthorStars, SectionStars, Starred],
})
class StarsModule {}

export const seams = defineExtension({
  name: 'newsroom',
  compatibility: '^1.0.0',
  modules: [StarsModule],
  adapters: [bind(PasswordHasher, Passwords)],
  authenticators: [Login],
  fields: [stars, level, field('newsroom_note', { type: 'text', internal: true })],
  articles: Rules,
});
export const declared = options;
