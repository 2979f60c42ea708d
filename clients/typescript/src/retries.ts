export interface RetryOptions {
  /** Tries after the first one, 4 when left out; 0 for none. */
  readonly retries?: number | undefined;
  /** Longest wait before a try, in seconds, 60 when left out. What asks for more is not tried again. */
  readonly maxWaitSeconds?: number | undefined;
}

type Fetch = (request: Request) => Promise<Response>;

const SECOND_MS = 1000;
/** Without `Retry-After`: after half a second, one, two, four. */
const FIRST_WAIT_MS = 500;
const JITTER = 0.2;
const CONFLICT = 409;
/** The service refuses these before it does something, or says that it could not. */
const LATER = [429, 503];
/** A proxy in front of it. */
const GATEWAY = [502, 504];

/**
 * Sends requests again that may succeed later: after `Retry-After` where the
 * service names it, after a growing delay where the connection fails. Writes
 * are sent again with their Idempotency-Key, so that each is carried out once.
 */
export function retrying(send: Fetch, { retries = 4, maxWaitSeconds = 60 }: RetryOptions): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const answer = await send(request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted || !isRepeatable(request)) throw error;
        return null;
      });
      const waitMs = answer ? waitOf(answer, request, attempt) : backOff(attempt);
      if (answer && (isLast || waitMs === null || waitMs > maxWaitSeconds * SECOND_MS)) return answer;
      await answer?.body?.cancel();
      await delay(waitMs ?? 0, request.signal);
    }
  };
}

/** Milliseconds; null for an answer that stays the same. */
function waitOf({ status, headers }: Response, request: Request, attempt: number): number | null {
  const retryAfter = headers.get('retry-after');
  const isLater = LATER.includes(status) || (status === CONFLICT && retryAfter !== null);
  if (!isLater && !(GATEWAY.includes(status) && isRepeatable(request))) return null;
  return (retryAfter === null ? null : millisecondsOf(retryAfter)) ?? backOff(attempt);
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function millisecondsOf(retryAfter: string): number | null {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * SECOND_MS;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function backOff(attempt: number): number {
  return FIRST_WAIT_MS * 2 ** attempt * (1 + JITTER * Math.random());
}

/** Whether it does no harm to be carried out twice. */
function isRepeatable({ method, headers }: Request): boolean {
  return method !== 'POST' || headers.has('idempotency-key');
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
