import { changeChatStatus } from '@parley/core';
import type { Chat, Webhook } from '@parley/database';
import { contextOf, createChat, createWebhook, type WebhookValues } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { findDeliveries, type LoggedDelivery } from './find-deliveries.js';
import type { TestWorker } from './use-worker.js';

/** Creates events in the simplest way: by changing the status of a chat back and forth. */
export function useChatEvents(running: Pick<TestWorker, 'database' | 'tenant' | 'now'>) {
  const context = () => contextOf(running.database, running.tenant.id, running.now);
  const deliveriesOf = (webhook: Webhook) => findDeliveries(running.database, webhook.id);
  return {
    subscribe: (url: string, values: WebhookValues = {}): Promise<Webhook> =>
      createWebhook(running.database, running.tenant.id, {
        url,
        events: [{ type: 'chat.updated' }],
        ...values,
      }),
    chat: (): Promise<Chat> => createChat(running.database, running.tenant.id),
    async change(chat: Chat, status?: 'open' | 'closed'): Promise<void> {
      const { prisma } = running.database;
      const { status: present } = await prisma.chat.findFirstOrThrow({ where: { id: chat.id } });
      const other = present === 'open' ? 'closed' : 'open';
      await changeChatStatus(context(), { chatId: chat.id, status: status ?? other });
    },
    deliveriesOf,
    /** Waits until the first delivery of the webhook matches, and returns it. */
    async untilDelivery(
      webhook: Webhook,
      isRight: (delivery: LoggedDelivery) => boolean,
    ): Promise<LoggedDelivery> {
      let found: LoggedDelivery | undefined;
      await waitUntil(async () => {
        const [first] = await deliveriesOf(webhook);
        found = first;
        return first !== undefined && isRight(first);
      });
      if (!found) throw new Error('The webhook has no delivery');
      return found;
    },
    readWebhook: ({ id }: Webhook): Promise<Webhook> =>
      running.database.prisma.webhook.findFirstOrThrow({ where: { id } }),
  };
}
