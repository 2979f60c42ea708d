import { ConflictError } from '../../kernel/errors.js';

/** Something that shows an image or a document. */
export interface MediaUse {
  readonly kind: 'article' | 'author' | 'section' | 'badge';
  readonly id: number;
  readonly title: string;
}

export type MediaKind = 'image' | 'document';

type Finder = (id: number, limit: number) => Promise<MediaUse[]>;

/** More need not be named to say that it is in use. */
const NAMED = 20;

/** Who uses which image or document. The modules that refer to media register how to find out. */
export class MediaUses {
  private readonly finders: Readonly<Record<MediaKind, Finder[]>> = { image: [], document: [] };

  register(kind: MediaKind, finder: Finder): void {
    this.finders[kind].push(finder);
  }

  /** @throws ConflictError naming what uses it */
  async mustBeUnused(kind: MediaKind, id: number): Promise<void> {
    const found = await Promise.all(this.finders[kind].map((find) => find(id, NAMED)));
    const uses = found.flat().slice(0, NAMED);
    if (uses.length === 0) return;
    const names = uses.map((use) => `${use.kind} ${use.id} "${use.title}"`);
    throw new ConflictError(
      `${kind}-in-use`,
      `The ${kind} ${id} is used by ${names.join(', ')}. It is removed all the same with force=1.`,
      names.map((name) => ({ field: 'id', message: `is used by ${name}` })),
    );
  }
}
