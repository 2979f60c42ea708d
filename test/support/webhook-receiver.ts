import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Clock } from '../../src/kernel/clock.js';
import { EventConsumers } from '../../src/modules/changes/events/event-consumers.js';
import { WebhookDispatcher } from '../../src/modules/webhooks/delivery/webhook-dispatcher.js';
import { Database } from '../../src/platform/database/database.js';
import { ManualClock } from '../../src/testing/manual-clock.js';
import { type Service, startService } from './service.js';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A receiver of webhooks on loopback, which keeps what has come. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** Null breaks the connection off. */
  answer: (webhook: ReceivedWebhook) => Answer | null = () => ({ status: 200 });

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  private readonly server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const { url = '', headers } = request;
      const webhook = { path: url, headers, text, body: JSON.parse(text || '{}') as ReceivedWebhook['body'] };
      this.received.push(webhook);
      const answer = this.answer(webhook);
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      else request.socket.destroy();
    });
  });

  /** `127.0.0.1:port`, for OUTBOUND_ALLOW. */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  url(path = '/hook'): string {
    return `http://${this.host}${path}`;
  }

  /** Webhooks received since the last call. */
  take(): ReceivedWebhook[] {
    return this.received.splice(0);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** @throws WebhookVerificationError when it was not signed with the secret */
export function verify({ text, headers }: ReceivedWebhook, secret: string): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}

/** A service that delivers to the receiver when a test says so, by a clock of its own. */
export async function startHooked(): Promise<{
  readonly service: Service;
  readonly receiver: WebhookReceiver;
  readonly clock: ManualClock;
}> {
  const clock = new ManualClock();
  const receiver = await WebhookReceiver.start();
  const service = await startService({
    environment: { SCHEDULER: 'off', OUTBOUND_ALLOW: receiver.host },
    extension: { adapters: [{ provide: Clock, useValue: clock }] },
  });
  service.app.get(Database).follow(clock);
  return { service, receiver, clock };
}

/** Hands committed events of a service without a scheduler to their consumers. */
export async function deliverEvents({ app }: Service): Promise<void> {
  await app.get(EventConsumers).deliverAll((_consumer, _event, error) => {
    if (error) throw error as Error;
  }, new AbortController().signal);
}

/** Delivers what is due of a service without a scheduler, and returns what the receiver has got. */
export async function deliverTo(receiver: WebhookReceiver, service: Service): Promise<ReceivedWebhook[]> {
  await deliverEvents(service);
  await service.app.get(WebhookDispatcher).deliver(new AbortController().signal);
  return receiver.take();
}
