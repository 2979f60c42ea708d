import { type PeerHandler, Peers } from '../../kernel/peers.js';
import { isMarked, marked, type ToPrimary, type ToWorker } from './messages.js';

/** Lifetime of kept pages: after it, a peer that has not answered has no older page left. */
const TIMEOUT_MS = 1000;

/** The channel between a worker and the primary, as `process` is one. */
export interface PrimaryChannel {
  readonly connected: boolean;
  send?(message: unknown): boolean;
  on(event: 'message' | 'error', listener: (value: unknown) => void): unknown;
}

/** Something that was told to all peers, until the last of them has answered. */
interface Round {
  readonly waitsFor: Set<number>;
  readonly answers: unknown[];
  readonly end: () => void;
}

/** The other workers of a cluster. What they tell each other goes through the primary. */
export class ClusterPeers extends Peers {
  private readonly handlers = new Map<string, PeerHandler>();
  private readonly rounds = new Map<number, Round>();
  /** Peers that have not handled in time what they were told: nothing waits for them until they do. */
  private readonly late = new Set<number>();
  private latest = 0;

  constructor(private readonly channel: PrimaryChannel) {
    super();
    channel.on('message', (message) => {
      if (isMarked(message)) this.receive(message as ToWorker);
    });
    // A message that could not be sent: the primary is gone, which the end of the channel tells.
    channel.on('error', () => undefined);
    this.send({ kind: 'joined' });
  }

  on(topic: string, handler: PeerHandler): void {
    this.handlers.set(topic, handler);
  }

  tell(topic: string, data: unknown = null): Promise<readonly unknown[]> {
    return this.begin(topic, data, TIMEOUT_MS, (peer) => this.late.add(peer));
  }

  ask(topic: string, limitMs: number): Promise<readonly unknown[]> {
    return this.begin(topic, null, limitMs, () => undefined);
  }

  /** @param noteLate is told of each peer that has not answered in time */
  private begin(
    topic: string,
    data: unknown,
    limitMs: number,
    noteLate: (peer: number) => unknown,
  ): Promise<readonly unknown[]> {
    if (!this.channel.connected) return Promise.resolve([]);
    const id = ++this.latest;
    return new Promise((resolve) => {
      const answers: unknown[] = [];
      const waitsFor = new Set<number>();
      const timeout = setTimeout(() => {
        waitsFor.forEach(noteLate);
        end();
      }, limitMs);
      const end = (): void => {
        clearTimeout(timeout);
        this.rounds.delete(id);
        resolve(answers);
      };
      this.rounds.set(id, { waitsFor, answers, end });
      this.send({ kind: 'told', id, topic, data });
    });
  }

  private receive(message: ToWorker): void {
    switch (message.kind) {
      case 'told':
        void this.handle(message);
        return;
      case 'sent':
        this.expect(message.id, message.to);
        return;
      case 'answered':
        this.rounds.get(message.id)?.answers.push(message.answer);
        this.settle(message.by, [message.id]);
        return;
      case 'left':
        this.settle(message.worker, [...this.rounds.keys()]);
    }
  }

  private expect(id: number, peers: readonly number[]): void {
    const round = this.rounds.get(id);
    if (!round) return;
    for (const peer of peers) if (!this.late.has(peer)) round.waitsFor.add(peer);
    if (round.waitsFor.size === 0) round.end();
  }

  /** A peer has answered, or will not. */
  private settle(peer: number, ids: readonly number[]): void {
    this.late.delete(peer);
    for (const id of ids) {
      const round = this.rounds.get(id);
      if (round?.waitsFor.delete(peer) && round.waitsFor.size === 0) round.end();
    }
  }

  private async handle({ from, id, topic, data }: ToWorker & { kind: 'told' }): Promise<void> {
    let answer: unknown = null;
    try {
      answer = (await this.handlers.get(topic)?.(data)) ?? null;
    } catch {
      // The sender waits for an answer, not for a success.
    }
    this.send({ kind: 'answered', to: from, id, answer });
  }

  private send(message: ToPrimary): void {
    if (this.channel.connected) this.channel.send?.(marked(message));
  }
}
