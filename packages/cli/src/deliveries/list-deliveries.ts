import type { Delivery, ParleyClient } from '@parley/client';

export interface DeliveryQuery {
  readonly webhookId?: string | undefined;
  readonly status?: string | undefined;
  readonly eventId?: string | undefined;
  readonly limit: number;
}

export interface WebhookDelivery extends Delivery {
  readonly webhookId: string;
}

/** Lists the deliveries of one webhook or of all, newest first. */
export async function listDeliveries(client: ParleyClient, query: DeliveryQuery): Promise<WebhookDelivery[]> {
  const ids = query.webhookId === undefined ? await listWebhookIds(client) : [query.webhookId];
  const filter = filterOf(query);
  const lists = await Promise.all(
    ids.map(async (webhookId) => {
      const found = await client.POST('/api_webhooks/{webhookId}/deliveries/search', {
        params: { path: { webhookId } },
        body: { query: filter, pagination: { limit: query.limit, countUpTo: 1 } },
      });
      return found.map((delivery) => ({ ...delivery, webhookId }));
    }),
  );
  return lists
    .flat()
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, query.limit);
}

async function listWebhookIds(client: ParleyClient): Promise<string[]> {
  const webhooks = await client
    .search('/api_webhooks/search', { body: { pagination: { limit: 100 } } })
    .toArray();
  return webhooks.map(({ id }) => id);
}

/** The values come from the command line as texts, so the service checks them instead of the compiler. */
function filterOf({ status, eventId }: DeliveryQuery): string {
  const conditions = Object.entries({ status, eventId }).filter(([, value]) => value !== undefined);
  const written = conditions.map(([name, value]) => `eq(${name},${JSON.stringify(value)})`);
  return written.length > 1 ? `and(${written.join(',')})` : written.join('');
}
