import type DataLoader from 'dataloader';
import { ResolveField, Resolver } from '@nestjs/graphql';
import { ForbiddenError } from '../../kernel/errors.js';
import { chunksOf, type Page } from '../../kernel/page.js';
import type { Actor } from '../../modules/auth/domain/actor.js';
import type { Revision } from '../../modules/revisions/domain/revisions.repository.js';
import { RevisionsService } from '../../modules/revisions/revisions.service.js';
import { listLimit, listOffset, MAX_LIMIT } from '../limits/list-limit.js';
import { type AuthorModel, intOrNull, type PostModel } from '../models/particle.models.js';
import { PostPresenter } from '../models/post.presenter.js';
import type { GraphqlContext, RequestContext } from '../request-context.js';
import { FieldArgument } from '../schema/fields/field-argument.decorator.js';
import { Post } from '../schema/post.types.js';
import { RevisionsPage, RevisionsSlice, type Revision as ShownRevision } from '../schema/revision.types.js';

/** A version as GraphQL shows it; its author is read when it is asked for. */
class RevisionModel implements Omit<ShownRevision, 'author'> {
  constructor(
    private readonly version: Revision,
    private readonly presenter: PostPresenter,
    private readonly request: RequestContext,
  ) {}

  get revision(): number {
    return this.version.revision;
  }

  get createdAt(): number | null {
    return intOrNull(this.version.createdTs);
  }

  get author(): Promise<AuthorModel | null> | null {
    const { authorId } = this.version;
    if (authorId === null) return null;
    return this.request.authors.load(authorId).then((author) => author && this.presenter.author(author));
  }

  get changed(): readonly string[] {
    return this.version.changed;
  }
}

type Loader = DataLoader<number, readonly Revision[] | null>;

/** The versions of posts, for those who may edit them. Those of all posts of an answer are read together. */
@Resolver(() => Post)
export class RevisionsResolver {
  /** Loaders of histories, by the requested page. */
  private readonly loaders = new WeakMap<RequestContext, Map<string, Loader>>();

  constructor(
    private readonly history: RevisionsService,
    private readonly presenter: PostPresenter,
  ) {}

  @FieldArgument('slice', () => RevisionsSlice, { nullable: true })
  @ResolveField(() => RevisionsPage, {
    nullable: true,
    description: 'newest first, the present version among them; null for keys that may not edit the post',
  })
  async revisions(
    { id }: PostModel,
    { slice }: { readonly slice?: RevisionsSlice | null },
    { request }: GraphqlContext,
  ): Promise<{ readonly items: readonly RevisionModel[] } | null> {
    const page = { limit: listLimit(slice?.limit), offset: listOffset(slice?.offset) };
    const revisions = await this.loader(page, request).load(id);
    return (
      revisions && {
        items: revisions.map((revision) => new RevisionModel(revision, this.presenter, request)),
      }
    );
  }

  /** @throws ForbiddenError */
  private loader(page: Page, request: RequestContext): Loader {
    const { actor } = request;
    if (actor === null)
      throw new ForbiddenError('FORBIDDEN', 'Former versions are shown to those with a key.');
    const loaders = this.loaders.get(request) ?? new Map<string, Loader>();
    this.loaders.set(request, loaders);
    const name = `${page.offset} ${page.limit}`;
    const loader = loaders.get(name) ?? request.loader((ids) => this.read(ids, page, actor));
    loaders.set(name, loader);
    return loader;
  }

  private async read(ids: readonly number[], page: Page, actor: Actor) {
    const found = new Map<number, readonly Revision[]>();
    for (const some of chunksOf(ids, MAX_LIMIT))
      for (const [id, revisions] of await this.history.listMany(some, page, actor)) found.set(id, revisions);
    return found;
  }
}
