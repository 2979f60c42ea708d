import { isMarked, marked, type ToPrimary, type ToWorker } from './messages.js';

/** A worker of the cluster, as the primary sees it. */
export interface RelayedWorker {
  readonly id: number;
  isConnected(): boolean;
  send(message: unknown, sent: (error: Error | null) => void): boolean;
}

/** Passes on what workers tell each other. */
export class PeerRelay {
  private readonly joined = new Map<number, RelayedWorker>();
  /** Peers that do not read their messages: their caches are stale until they read again. */
  private readonly clogged = new Set<number>();

  receive(sender: RelayedWorker, message: unknown): void {
    if (!isMarked(message)) return;
    const received = message as ToPrimary;
    if (received.kind === 'joined') this.joined.set(sender.id, sender);
    else if (received.kind === 'told') this.tellOthers(sender, received);
    else if (received.kind === 'answered') {
      const { id, answer } = received;
      this.send(this.joined.get(received.to), { kind: 'answered', by: sender.id, id, answer });
    }
  }

  /** The worker has ended. */
  remove({ id }: RelayedWorker): void {
    this.joined.delete(id);
    this.clogged.delete(id);
    for (const other of this.joined.values()) this.send(other, { kind: 'left', worker: id });
  }

  private tellOthers(sender: RelayedWorker, { id, topic, data }: ToPrimary & { kind: 'told' }): void {
    const others = [...this.joined.values()].filter(
      (other) => other !== sender && !this.clogged.has(other.id),
    );
    for (const other of others) this.send(other, { kind: 'told', from: sender.id, id, topic, data });
    this.send(sender, { kind: 'sent', id, to: others.map((other) => other.id) });
  }

  private send(worker: RelayedWorker | undefined, message: ToWorker): void {
    if (!worker?.isConnected()) return;
    const hasRoom = worker.send(marked(message), () => this.clogged.delete(worker.id));
    if (!hasRoom) this.clogged.add(worker.id);
  }
}
