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

/** Finds texts about authors or sections that hold a path. */
type TextFinder = (path: string, limit: number) => Promise<MediaReferrer[]>;
type Finder = (id: number, limit: number, actor: Actor) => Promise<MediaReferrer[]>;

/** More need not be named to say that it is in use. */
const NAMED = 20;

/** Finds references to an image or a document. The modules that refer to media register finders. */
export class MediaReferences {
  private readonly finders: Readonly<Record<MediaKind, Finder[]>> = { image: [], document: [] };

  private readonly texts: TextFinder[] = [];

  register(kind: MediaKind, finder: Finder): void {
    this.finders[kind].push(finder);
  }

  /** Texts without shortcodes show media by their URLs. */
  registerTexts(finder: TextFinder): void {
    this.texts.push(finder);
  }

  /** Authors and sections whose texts hold a URL of it. */
  async inTexts(kind: MediaKind, id: number): Promise<MediaReferrer[]> {
    const found = await Promise.all(this.texts.map((find) => find(`/res/${kind}s/${id}/`, NAMED)));
    return found.flat();
  }

  /** @throws ConflictError naming what uses it, as far as the actor may read that */
  async mustBeUnused(kind: MediaKind, id: number, actor: Actor): Promise<void> {
    const found = await Promise.all(this.finders[kind].map((find) => find(id, NAMED, actor)));
    const all = [...found.flat(), ...(await this.inTexts(kind, id))];
    const uses = [...new Map(all.map((use) => [`${use.kind} ${use.id}`, use])).values()].slice(0, NAMED);
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
