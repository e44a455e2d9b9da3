import { listDeliveries } from '../deliveries/list-deliveries.js';
import { defineCommand, explain } from '../frame/define-command.js';
import { renderTable } from '../output/render-table.js';
import { openSession } from '../session/open-session.js';

const statuses = ['pending', 'delivering', 'succeeded', 'failed', 'canceled'];

export const deliveries = defineCommand({
  name: 'deliveries',
  summary: 'Lists the deliveries of your webhooks, newest first.',
  options: {
    webhook: { type: 'string', value: '<id>', summary: 'deliveries of one webhook (all webhooks)' },
    status: { type: 'string', value: '<status>', summary: statuses.join(', '), choices: statuses },
    event: { type: 'string', value: '<id>', summary: 'deliveries of one event' },
    limit: { type: 'string', value: '<number>', summary: 'how many to list, from 1 to 100 (20)' },
  },
  examples: [
    { does: 'lists what failed', command: 'npx parley deliveries --status failed' },
    {
      does: 'lists the deliveries of one event, for a program',
      command: 'npx parley deliveries --event 0193a1e0-5c00-7000-8000-0000000000e1 --json',
    },
  ],
  async run({ values, url, output, env, streams }) {
    const limit = Number(values.limit ?? 20);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw explain('deliveries', '--limit must be a number from 1 to 100.');
    if (values.status !== undefined && !statuses.includes(values.status))
      throw explain('deliveries', `--status must be one of ${statuses.join(', ')}.`);
    const { client } = await openSession({ url, env, streams });
    const { webhook: webhookId, status, event: eventId } = values;
    const found = await listDeliveries(client, { webhookId, status, eventId, limit });
    output.result(found, (style) =>
      found.length === 0
        ? 'There are no such deliveries.\n'
        : renderTable(
            ['Created', 'Event', 'Status', 'Attempts', 'Response', 'Delivery', 'Webhook'],
            found.map((each) => [
              each.createdAt,
              each.event,
              each.status,
              String(each.attemptCount),
              String(each.lastStatusCode ?? '-'),
              each.id,
              each.webhookId,
            ]),
            style,
          ),
    );
    return 0;
  },
});
