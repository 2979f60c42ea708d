import { Injectable } from '@nestjs/common';
import { ForbiddenError, InvalidError } from '../../kernel/errors.js';
import { tagSlug } from '../../kernel/slug.js';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import type { OwnValue } from '../../modules/articles/domain/own-fields.js';
import type { ListCriteria } from '../../modules/articles/listing/article-lists.service.js';
import { type ReadableCriteria, readableBy } from '../../modules/articles/listing/readable-articles.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import type { RequestContext } from '../request-context.js';
import type { PostStatus } from '../schema/enums.js';
import type { PostsFilters, Sent } from '../schema/inputs.js';
import { OwnPostFields } from '../schema/own-fields.js';

/** Values of one filter, as in REST. */
const MAX_VALUES = 100;

const STATUSES: Readonly<Record<PostStatus, ArticleStatus>> = {
  PUBLISHED: ArticleStatus.Published,
  DRAFT: ArticleStatus.Draft,
  SCHEDULED: ArticleStatus.Scheduled,
};
const PUBLISHED: readonly PostStatus[] = ['PUBLISHED'];

/** Reads the filters of posts. */
@Injectable()
export class PostFilters {
  constructor(
    private readonly permalinks: PermalinksService,
    private readonly own: OwnPostFields,
  ) {}

  /** @returns null where nothing can be found. @throws InvalidError, ForbiddenError */
  async criteria(filters: PostsFilters, request: RequestContext): Promise<ListCriteria | null> {
    const values = <T>(sent: Sent<T> | null | undefined, name: keyof PostsFilters) =>
      some(sent, `filters.${name}`);
    const readable = readableIn(statusesOf(filters), request);
    const ids = await this.ids(filters, request);
    const anyTags = slugs(filters.includedTags, 'includedTags');
    if (!readable || ids?.length === 0 || anyTags?.length === 0) return null;
    const sent = new Map<string, unknown>(Object.entries(filters));
    return {
      ...readable,
      ids,
      noIds: values(filters.excludedIds, 'excludedIds'),
      anySections: values(filters.includedSections, 'includedSections'),
      noSections: values(filters.excludedSections, 'excludedSections'),
      anyAuthors: values(filters.includedAuthors, 'includedAuthors'),
      noAuthors: values(filters.excludedAuthors, 'excludedAuthors'),
      anyTags,
      noTags: slugs(filters.excludedTags, 'excludedTags'),
      anyTypes: values(filters.types, 'types'),
      phrase: filters.phrase?.trim() ? filters.phrase : undefined,
      from: filters.dateFrom ?? undefined,
      to: filters.dateTo ?? undefined,
      ...this.own.criteria(
        (name) => some(sent.get(name) as Sent<OwnValue>, `filters.${name}`),
        (name) => (sent.get(name) as number | null | undefined) ?? undefined,
      ),
    };
  }

  /** The ids that are asked for, by themselves and by paths; undefined where all may be. */
  private async ids(
    { includedIds, includedPaths }: PostsFilters,
    request: RequestContext,
  ): Promise<readonly number[] | undefined> {
    const ids = some(includedIds, 'filters.includedIds');
    const paths = some(includedPaths, 'filters.includedPaths');
    if (!paths) return ids;
    const found = await request.run(() => this.permalinks.articlesAt(paths));
    return ids ? found.filter((id) => ids.includes(id)) : found;
  }
}

/** The values of a filter; undefined when there is none, so that it means nothing. @throws InvalidError */
export function some<T>(sent: Sent<T> | null | undefined, field: string): T[] | undefined {
  const values = [...new Set(sent?.filter((value) => value !== null) ?? [])];
  if (values.length > MAX_VALUES)
    throw InvalidError.field(field, `must not have more than ${MAX_VALUES} values`);
  return values.length === 0 ? undefined : values;
}

/** Slugs of lists of tags. The same list, in a variable, may be sent with each alias. */
const slugsOf = new WeakMap<Sent<string>, readonly string[]>();

/** The slugs of tags; texts that are no tags are left out. @throws InvalidError */
function slugs(sent: Sent<string> | null | undefined, name: keyof PostsFilters): string[] | undefined {
  const tags = some(sent, `filters.${name}`);
  if (!sent || !tags) return undefined;
  const known = slugsOf.get(sent) ?? tags.map(tagSlug).filter((slug) => slug !== '');
  slugsOf.set(sent, known);
  return [...known];
}

/** The states that all three filters let through; published ones where none names others. */
function statusesOf(filters: PostsFilters): readonly PostStatus[] {
  const asked = some(filters.statuses, 'filters.statuses');
  const included = some(filters.includedStatuses, 'filters.includedStatuses');
  const excluded = some(filters.excludedStatuses, 'filters.excludedStatuses') ?? [];
  return (asked ?? included ?? PUBLISHED).filter(
    (status) => included?.includes(status) !== false && !excluded.includes(status),
  );
}

/** No author has this id. */
const NOBODY = 0;

function readableIn(
  statuses: readonly PostStatus[],
  { actor, previewed }: RequestContext,
): ReadableCriteria | null {
  if (statuses.length === 0) return null;
  if (statuses.every((status) => status === 'PUBLISHED')) return { statuses: [ArticleStatus.Published] };
  // The article of a preview link is added to what is found.
  if (previewed !== null && !actor?.mayAny(['drafts.read', 'drafts.read.own']))
    return statuses.includes('PUBLISHED')
      ? { statuses: [ArticleStatus.Published] }
      : { statuses: [ArticleStatus.Draft], ownedBy: NOBODY };
  if (actor === null)
    throw new ForbiddenError('FORBIDDEN', 'Drafts and scheduled posts are shown to those with a key.');
  return readableBy(
    actor,
    statuses.map((status) => STATUSES[status]),
  );
}
