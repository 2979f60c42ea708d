import { AsyncLocalStorage } from 'node:async_hooks';

/** The request, command or job that has begun the work at hand. */
export interface WorkOrigin {
  readonly kind: 'request' | 'command' | 'job';
  /** The pattern of a route, the words of a command, the name of a job. */
  readonly name: string;
  /** Recorded as a whole: its writes are not recorded one by one. */
  readonly isRecorded?: boolean;
  /** Request that started the work. */
  readonly request?: RequestFacts;
}

/** Facts of a request that say who sent it and where it went, and nothing of its content. */
export interface RequestFacts {
  readonly id: string | null;
  readonly method: string;
  /** Status of the response if the request succeeds. */
  readonly status: number;
  /** Values of the placeholders of the pattern. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The first characters of its key; null where it came without one. */
  readonly keyPrefix: string | null;
  /** Address of the client; null where it is not to be kept. */
  readonly address: string | null;
}

const origins = new AsyncLocalStorage<WorkOrigin | null>();

/** Null for work that the service does by itself, as when it starts. */
export function currentOrigin(): WorkOrigin | null {
  return origins.getStore() ?? null;
}

export function runFrom<T>(origin: WorkOrigin | null, work: () => T): T {
  return origins.run(origin, work);
}
