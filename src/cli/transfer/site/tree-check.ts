import type { TransferKind, TransferRecord } from '../../../modules/transfer/transfer-kind.js';

interface Node {
  readonly line: number;
  readonly parentId: number;
}

/** Checks that records which stand below each other make a tree: ids that are 0 or negative are its root. */
export class TreeCheck {
  private readonly nodes = new Map<number, Node>();

  constructor(private readonly tree: NonNullable<TransferKind['tree']>) {}

  note(line: number, record: TransferRecord): void {
    if (this.tree.applies(record))
      this.nodes.set(Number(record.id), { line, parentId: Number(record[this.tree.parent] ?? 0) });
  }

  /** Faults, with the lines of their records. */
  *faults(): Generator<readonly [line: number, fault: string]> {
    const sound = new Set<number>();
    for (const [id, { line, parentId }] of this.nodes) {
      const path = new Set<number>();
      for (let next = id; next > 0 && !sound.has(next) && !path.has(next);) {
        path.add(next);
        next = this.nodes.get(next)?.parentId ?? 0;
        if (path.has(next)) yield [line, `${this.tree.parent}: leads in a circle`];
      }
      for (const one of path) sound.add(one);
      if (parentId > 0 && !this.nodes.has(parentId))
        yield [line, `${this.tree.parent}: no record has the id ${parentId}`];
    }
  }
}
