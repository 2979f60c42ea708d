import { ConflictError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';
import type { MediaKind } from '../domain/media-policy.js';

/** Something that shows an image or a document. */
export interface MediaReferrer {
  readonly kind: 'article' | 'author' | 'section' | 'badge';
  readonly id: number;
  readonly title: string;
  /** Whether whoever asks may not know more than that there is one. */
  readonly isHidden?: boolean;
}

type Finder = (id: number, limit: number, actor: Actor) => Promise<MediaReferrer[]>;

/** More need not be named to say that it is in use. */
const NAMED = 20;

/** Finds references to an image or a document. The modules that refer to media register finders. */
export class MediaReferences {
  private readonly finders: Readonly<Record<MediaKind, Finder[]>> = { image: [], document: [] };

  register(kind: MediaKind, finder: Finder): void {
    this.finders[kind].push(finder);
  }

  /** @throws ConflictError naming what uses it, as far as the actor may read that */
  async mustBeUnused(kind: MediaKind, id: number, actor: Actor): Promise<void> {
    const found = await Promise.all(this.finders[kind].map((find) => find(id, NAMED, actor)));
    const uses = found.flat().slice(0, NAMED);
    if (uses.length === 0) return;
    const names = namesOf(uses);
    throw new ConflictError(
      `${kind}-in-use`,
      `The ${kind} ${id} is used by ${inWords(names)}. It is removed all the same with force=1.`,
      names.map((name) => ({ field: 'id', message: `is used by ${name}` })),
    );
  }
}

/** Hidden references are counted at the end. */
function namesOf(uses: readonly MediaReferrer[]): string[] {
  const names = uses
    .filter(({ isHidden = false }) => !isHidden)
    .map(({ kind, id, title }) => `${kind} ${id} "${title}"`);
  const hidden = Map.groupBy(
    uses.filter(({ isHidden = false }) => isHidden),
    ({ kind }) => kind,
  );
  for (const [kind, { length }] of hidden)
    names.push(`${length} ${kind}${length === 1 ? '' : 's'} that you may not read`);
  return names;
}

function inWords(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}
