import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { doubleOf, ProtobufMessage } from './protobuf.js';

type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty when it begins a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: string;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
  readonly statusMessage: string;
  readonly resource: Attributes;
}

export interface ReceivedPoint {
  readonly metric: string;
  readonly unit: string;
  readonly kind: 'gauge' | 'sum' | 'histogram';
  readonly attributes: Attributes;
  /** Of a histogram, the number of values. */
  readonly value: number;
  readonly bounds?: readonly number[];
  readonly counts?: readonly number[];
}

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer'];
const ERROR = 2;

/** A collector of OpenTelemetry on loopback (OTLP over HTTP, protobuf), which keeps what has come. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly points: ReceivedPoint[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** All bodies, as they came. */
  bytes = '';
  answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end();

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  private readonly server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const bytes = Buffer.concat(pieces);
      this.bytes += bytes.toString('latin1');
      this.headers.push(request.headers);
      const message = new ProtobufMessage(bytes);
      if (request.url === '/v1/traces') this.spans.push(...spansOf(message));
      if (request.url === '/v1/metrics') this.points.push(...pointsOf(message));
      this.answer(response);
    });
  });

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function spansOf(request: ProtobufMessage): ReceivedSpan[] {
  return request.messages(1).flatMap((ofResource) => {
    const resource = attributesOf(ofResource.message(1), 1);
    return ofResource
      .messages(2)
      .flatMap((ofScope) => ofScope.messages(2))
      .map((span) => ({
        traceId: span.bytes(1).toString('hex'),
        spanId: span.bytes(2).toString('hex'),
        parentId: span.bytes(4).toString('hex'),
        name: span.text(5),
        kind: KINDS[span.number(6)] ?? '',
        attributes: attributesOf(span, 9),
        hasFailed: span.message(15).number(3) === ERROR,
        statusMessage: span.message(15).text(2),
        resource,
      }));
  });
}

function pointsOf(request: ProtobufMessage): ReceivedPoint[] {
  return request
    .messages(1)
    .flatMap((ofResource) => ofResource.messages(2))
    .flatMap((ofScope) => ofScope.messages(2))
    .flatMap((metric) => {
      const shared = { metric: metric.text(1), unit: metric.text(3) };
      const numbers = (kind: 'gauge' | 'sum', field: number) =>
        metric
          .message(field)
          .messages(1)
          .map((point) => ({ ...shared, kind, attributes: attributesOf(point, 7), value: point.double(4) }));
      const histograms = metric
        .message(9)
        .messages(1)
        .map((point) => ({
          ...shared,
          kind: 'histogram' as const,
          attributes: attributesOf(point, 9),
          value: point.number(4),
          counts: point.packed(6).map(Number),
          bounds: point.packed(7).map(doubleOf),
        }));
      return [...numbers('gauge', 5), ...numbers('sum', 7), ...histograms];
    });
}

function attributesOf(message: ProtobufMessage, field: number): Attributes {
  return Object.fromEntries(
    message.messages(field).map((attribute) => {
      const value = attribute.message(2);
      const read = value.has(1) ? value.text(1) : value.has(4) ? value.double(4) : value.number(3);
      return [attribute.text(1), value.has(2) ? value.number(2) === 1 : read];
    }),
  );
}
