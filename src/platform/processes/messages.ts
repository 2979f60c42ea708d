/** Messages of workers to the primary. A worker is named by the id that the cluster has given it. */
export type ToPrimary =
  /** It takes part in what workers tell each other. */
  | { readonly kind: 'joined' }
  /** It takes requests. */
  | { readonly kind: 'ready'; readonly firstKey: string | null }
  /** It takes no new connections. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'told'; readonly id: number; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'answered'; readonly to: number; readonly id: number; readonly answer: unknown };

/** Messages of the primary to workers. */
export type ToWorker =
  | {
      readonly kind: 'told';
      readonly from: number;
      readonly id: number;
      readonly topic: string;
      readonly data: unknown;
    }
  /** Recipients of a message; sent before their answers. */
  | { readonly kind: 'sent'; readonly id: number; readonly to: readonly number[] }
  | { readonly kind: 'answered'; readonly by: number; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'left'; readonly worker: number }
  /** No worker that is going to stop takes new connections: the port of a service that stops is closed. */
  | { readonly kind: 'portClosed' };

/** Libraries send messages of their own on the same channel. */
const MARK = 'content-publishing-service';

export const marked = <M extends object>(message: M) => ({ ...message, mark: MARK });

export function isMarked(message: unknown): boolean {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'mark') === MARK;
}
