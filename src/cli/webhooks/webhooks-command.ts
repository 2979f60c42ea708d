import { Command, InvalidArgumentError, Option } from 'commander';
import { WEBHOOK_ACTIONS, type WebhookAction } from '../../modules/webhooks/domain/webhook-action.js';
import type { PayloadForm } from '../../modules/webhooks/domain/webhook.entity.js';
import { toId } from '../program/arguments.js';

const FORMS: readonly PayloadForm[] = ['post', 'payload', 'flat'];

function toActions(text: string): WebhookAction[] {
  return text.split(',').map((name) => {
    const action = WEBHOOK_ACTIONS.find((known) => known === name.trim());
    if (!action) throw new InvalidArgumentError(`Actions are ${WEBHOOK_ACTIONS.join(', ')}.`);
    return action;
  });
}

export function webhooksCommand(): Command {
  const webhooks = new Command('webhooks').description('URLs that are told of changes of articles');

  webhooks
    .command('list')
    .description('all webhooks and how they do')
    .action(async () => {
      const { listWebhooks } = await import('./webhooks.js');
      await listWebhooks();
    });

  webhooks
    .command('create')
    .description('make a webhook; its secret is on the last line, and is not shown again')
    .argument('<url>', 'where it is sent to')
    .option('--actions <names>', 'between commas; all when absent', toActions)
    .option(
      '--sections <names>',
      'ids, titles, slugs or paths between commas; all articles when absent',
      (text) => text.split(',').map((name) => name.trim()),
    )
    .addOption(
      new Option('--form <form>', 'where the article stands in a payload').choices(FORMS).default('post'),
    )
    .action(
      async (
        url: string,
        options: { actions?: WebhookAction[]; sections?: string[]; form?: PayloadForm },
      ) => {
        const { createWebhook } = await import('./webhooks.js');
        await createWebhook(url, options);
      },
    );

  webhooks
    .command('delete')
    .description('remove a webhook, with what has not been delivered')
    .argument('<id>', 'id of the webhook', toId)
    .action(async (id: number) => {
      const { deleteWebhook } = await import('./webhooks.js');
      await deleteWebhook(id);
    });

  webhooks
    .command('test')
    .description('send a test; exit code 1 when it is not taken')
    .argument('<id>', 'id of the webhook', toId)
    .action(async (id: number) => {
      const { testWebhook } = await import('./webhooks.js');
      process.exitCode = (await testWebhook(id)) ? 0 : 1;
    });

  webhooks
    .command('deliveries')
    .description('the latest deliveries and what came of them')
    .argument('<id>', 'id of the webhook', toId)
    .action(async (id: number) => {
      const { listDeliveries } = await import('./webhooks.js');
      await listDeliveries(id);
    });

  return webhooks;
}
