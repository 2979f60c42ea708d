import type { IncomingHttpHeaders } from 'node:http';

/**
 * Attributes by OpenTelemetry's semantic conventions; never a value of a
 * statement, a query of a URL, or a key.
 */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanDescription {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes: Attributes;
  /** It changes nothing: a job that does no more than this is not worth a trace. */
  readonly isRead?: boolean;
}

/** Ids of a trace and of its span, by their names in lines of the log. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** A piece of work that has begun. */
export interface Span {
  readonly ids: TraceIds;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param failure its kind, never its message, which may hold values */
  end(failure?: string): void;
}

/** Tells a collector which work takes how long, and what it is part of. */
export abstract class Tracer {
  abstract readonly isOn: boolean;
  /** Whether the caller is in a trace that is told. */
  abstract readonly isRecording: boolean;
  /** The span of the caller. */
  abstract readonly ids: TraceIds | undefined;
  /**
   * Begins a span in the trace of the caller; none outside of traces, and after the end of the caller's span.
   */
  abstract begin(description: SpanDescription): Span | undefined;
  /** Goes on with the trace that the headers of a request name (W3C Trace Context), else begins one. */
  abstract beginRequest(description: SpanDescription, headers: IncomingHttpHeaders): Span;
  /** Runs work whose spans are parts of this one. */
  abstract within<T>(span: Span, work: () => T): T;
  /** Runs work in a trace of its own, which begins when the work changes something or fails. */
  abstract job<T>(description: SpanDescription, work: () => Promise<T>): Promise<T>;
  /** Runs work that belongs to no trace. */
  abstract untraced<T>(work: () => T): T;
  /**
   * Headers by which another server goes on with the trace.
   * @param span that of the caller when it is left out
   */
  abstract headers(span?: Span): Readonly<Record<string, string>>;
}

class NoTracer extends Tracer {
  readonly isOn = false;
  readonly isRecording = false;
  readonly ids = undefined;

  begin(): undefined {
    // There are no spans.
  }

  beginRequest(): Span {
    return NO_SPAN;
  }

  within<T>(_span: Span, work: () => T): T {
    return work();
  }

  job<T>(_description: SpanDescription, work: () => Promise<T>): Promise<T> {
    return work();
  }

  untraced<T>(work: () => T): T {
    return work();
  }

  headers(): Readonly<Record<string, string>> {
    return NO_HEADERS;
  }
}

const nothing = (): void => undefined;
const NO_SPAN: Span = { ids: { trace_id: '', span_id: '' }, rename: nothing, set: nothing, end: nothing };
const NO_HEADERS = {};

/** Traces nothing, and costs nothing. */
export const NO_TRACER: Tracer = new NoTracer();

/** Runs work in a span of its own, which ends with it. */
export async function traced<T>(
  tracer: Tracer,
  description: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer.begin(description);
  if (!span) return work();
  try {
    const result = await tracer.within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(kindOf(error));
    throw error;
  }
}

/** The code of an error, else its name: its message may hold values. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== '' ? code : error.name;
}
