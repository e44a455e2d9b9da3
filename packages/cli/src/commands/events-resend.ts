import { CommandError } from '../command-error.js';
import { listDeliveries, type WebhookDelivery } from '../deliveries/list-deliveries.js';
import { defineCommand, explain } from '../frame/define-command.js';
import { renderTable } from '../output/render-table.js';
import { openSession } from '../session/open-session.js';

export const eventsResend = defineCommand({
  name: 'events resend',
  summary: 'Delivers an event again to the webhooks that it was delivered to.',
  details:
    'The event has the same id and body as before, so a receiver that drops what it has seen drops it.',
  usage: '<event-id>',
  options: {
    webhook: { type: 'string', value: '<id>', summary: 'only to this webhook' },
  },
  examples: [
    {
      does: 'delivers an event again',
      command: 'npx parley events resend 0193a1e0-5c00-7000-8000-0000000000e1',
    },
  ],
  async run({ values, words, url, output, env, streams }) {
    const [eventId, ...more] = words;
    if (eventId === undefined || more.length > 0) throw explain('events resend', 'Name one event by its id.');
    const { client } = await openSession({ url, env, streams });
    const found = await listDeliveries(client, { webhookId: values.webhook, eventId, limit: 100 });
    const newest = new Map(found.toReversed().map((delivery) => [delivery.webhookId, delivery]));
    if (newest.size === 0)
      throw new CommandError(`The event ${eventId} was not delivered to a webhook of this workspace.`, 1);
    const resent: WebhookDelivery[] = [];
    for (const { webhookId, id: deliveryId } of newest.values()) {
      const params = { path: { webhookId, deliveryId } };
      const delivery = await client.POST('/api_webhooks/{webhookId}/deliveries/{deliveryId}/resend', {
        params,
      });
      resent.push({ ...delivery, webhookId });
    }
    output.result(resent, (style) =>
      renderTable(
        ['Delivery', 'Event', 'Status', 'Webhook'],
        resent.map(({ id, event, status, webhookId }) => [id, event, status, webhookId]),
        style,
      ),
    );
    return 0;
  },
});
