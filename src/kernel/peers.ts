/** Handles what a peer has told, and may answer it with something that JSON can hold. */
export type PeerHandler = (data: unknown) => unknown;

/** The other processes of the service on this machine. There may be none. */
export abstract class Peers {
  /** Handles what peers tell about a topic; a later handler replaces an earlier one. */
  abstract on(topic: string, handler: PeerHandler): void;
  /**
   * Tells all peers, and waits until they have handled it, for a second at most. Never fails.
   *
   * @param data what JSON can hold
   * @returns the answers of those who have answered in time
   */
  abstract tell(topic: string, data?: unknown): Promise<readonly unknown[]>;
  /**
   * Asks all peers for what may take its time: one that does not answer is no slower at what it is told.
   *
   * @param limitMs longest wait for answers
   * @returns the answers of those who have answered in time
   * @internal
   */
  abstract ask(topic: string, limitMs: number): Promise<readonly unknown[]>;
}

/** A service of one process. */
export class NoPeers extends Peers {
  on(): void {
    // There are no peers, so no message arrives.
  }

  tell(): Promise<readonly unknown[]> {
    return Promise.resolve([]);
  }

  ask(): Promise<readonly unknown[]> {
    return Promise.resolve([]);
  }
}
