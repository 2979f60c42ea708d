import { WebhookDeliveriesService } from '../../modules/webhooks/webhook-deliveries.service.js';
import { WebhooksService } from '../../modules/webhooks/webhooks.service.js';
import type { WebhookAction } from '../../modules/webhooks/domain/webhook-action.js';
import type { PayloadForm } from '../../modules/webhooks/domain/webhook.entity.js';
import { onOneLine, print, printTable, withApplication } from '../context.js';
import { day } from '../keys/day.js';

const SHOWN = 50;

export async function listWebhooks(): Promise<void> {
  await withApplication(async (app) => {
    const webhooks = await app.get(WebhooksService).list();
    printTable([
      ['ID', 'STATE', 'ACTIONS', 'SECTIONS', 'CREATED', 'URL'],
      ...webhooks.map(({ id, state, actions, sections, createdTs, url }) => [
        String(id),
        state,
        actions?.join(',') ?? 'all',
        sections?.join(',') ?? 'all',
        day(createdTs),
        url,
      ]),
    ]);
  });
}

export async function createWebhook(
  url: string,
  options: { actions?: WebhookAction[]; sections?: string[]; form?: PayloadForm },
): Promise<void> {
  const { actions, sections, form } = options;
  await withApplication(async (app) => {
    const { id, secret } = await app
      .get(WebhooksService)
      .create({ url, actions, sections, payloadForm: form });
    print(`Webhook ${id} is told of changes of articles from now on. Its secret:`);
    print(secret);
  });
}

export async function deleteWebhook(id: number): Promise<void> {
  await withApplication(async (app) => {
    await app.get(WebhooksService).remove(id);
    print(`Webhook ${id} is removed.`);
  });
}

/** @returns whether it was delivered */
export async function testWebhook(id: number): Promise<boolean> {
  return withApplication(async (app) => {
    const { status, lastAttempt } = await app.get(WebhookDeliveriesService).test(id, null, false);
    const answer = lastAttempt?.responseStatus ?? 'no answer';
    print(onOneLine(`${status}: ${answer} ${lastAttempt?.responseBody ?? ''}`));
    return status === 'delivered';
  });
}

export async function listDeliveries(id: number): Promise<void> {
  await withApplication(async (app) => {
    const deliveries = await app.get(WebhookDeliveriesService).list(id, SHOWN);
    printTable([
      ['ID', 'EVENT', 'ACTION', 'POST', 'STATUS', 'ATTEMPTS', 'ANSWER'],
      ...deliveries.map(({ id: delivery, eventId, action, articleId, status, attempts, lastAttempt }) => [
        String(delivery),
        eventId,
        action,
        String(articleId ?? ''),
        status,
        String(attempts),
        lastAttempt === null ? '' : String(lastAttempt.responseStatus ?? lastAttempt.responseBody),
      ]),
    ]);
  });
}
