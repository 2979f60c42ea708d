/** A request on its way through the service. */
export interface Ticket {
  /** The sender: each sender has its turn. */
  readonly source: string;
  readonly isWrite: boolean;
  /** Lets a request that has waited go on. */
  start(): void;
  refuse(): void;
  /** Whether its body is still being received, or its answer being sent: it takes no time of the service. */
  isWithClient(): boolean;
  /** Whether nothing is done for it any more. */
  isOver(): boolean;
}
