import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span as ApiSpan,
  SpanKind,
  SpanStatusCode,
  type Tracer as ApiTracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  type Attributes,
  kindOf,
  type Span,
  type SpanDescription,
  type TraceIds,
  Tracer,
} from '../tracer.js';

const KINDS: Readonly<Record<SpanDescription['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Position of some work in a trace. The trace of a job may not have begun. */
interface Place {
  span: OtelSpan | null;
  readonly begin?: () => OtelSpan;
}

/** Spans of OpenTelemetry, which follow the asynchronous calls of the work that they are of. */
export class OtelTracer extends Tracer implements OnApplicationShutdown {
  readonly isOn = true;
  private readonly places = new AsyncLocalStorage<Place | null>();
  private readonly propagator = new W3CTraceContextPropagator();

  /** @param close sends what has not been sent, and ends within a limit */
  constructor(
    private readonly tracer: ApiTracer,
    private readonly close: () => Promise<void>,
  ) {
    super();
  }

  get isRecording(): boolean {
    const place = this.places.getStore();
    if (!place) return false;
    return place.span ? place.span.isRecording : true;
  }

  get ids(): TraceIds | undefined {
    return this.places.getStore()?.span?.ids;
  }

  begin(description: SpanDescription): Span | undefined {
    const place = this.places.getStore();
    if (!place || (!place.span && description.isRead)) return undefined;
    place.span ??= place.begin?.() ?? null;
    if (!place.span || place.span.hasEnded) return undefined;
    return this.start(description, place.span.context);
  }

  beginRequest(description: SpanDescription, headers: IncomingHttpHeaders): Span {
    return this.start(description, this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter));
  }

  within<T>(span: Span, work: () => T): T {
    return this.places.run({ span: span as OtelSpan }, work);
  }

  async job<T>(description: SpanDescription, work: () => Promise<T>): Promise<T> {
    const startTime = new Date();
    const place: Place = { span: null, begin: () => this.start(description, ROOT_CONTEXT, startTime) };
    try {
      const result = await this.places.run(place, work);
      place.span?.end();
      return result;
    } catch (error) {
      (place.span ?? this.start(description, ROOT_CONTEXT, startTime)).end(kindOf(error));
      throw error;
    }
  }

  untraced<T>(work: () => T): T {
    return this.places.run(null, work);
  }

  headers(span?: Span): Readonly<Record<string, string>> {
    const current = (span as OtelSpan | undefined) ?? this.places.getStore()?.span;
    const headers: Record<string, string> = {};
    if (current) this.propagator.inject(current.context, headers, defaultTextMapSetter);
    return headers;
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private start({ name, kind, attributes }: SpanDescription, parent: Context, startTime?: Date): OtelSpan {
    const options = { kind: KINDS[kind], attributes, ...(startTime && { startTime }) };
    return new OtelSpan(this.tracer.startSpan(name, options, parent), parent);
  }
}

class OtelSpan implements Span {
  readonly context: Context;
  hasEnded = false;

  constructor(
    private readonly span: ApiSpan,
    parent: Context,
  ) {
    this.context = trace.setSpan(parent, span);
  }

  get isRecording(): boolean {
    return this.span.isRecording();
  }

  get ids(): TraceIds {
    const { traceId, spanId } = this.span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  end(failure?: string): void {
    if (this.hasEnded) return;
    if (failure !== undefined) {
      this.span.setAttribute('error.type', failure);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.hasEnded = true;
    this.span.end();
  }
}
