import { and, type Delivery, eq, type FilterFor, type ParleyClient } from '@parley/client';

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
        body: { ...(filter && { query: filter }), pagination: { limit: query.limit, countUpTo: 1 } },
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

function filterOf({ status, eventId }: DeliveryQuery): DeliveryFilter | undefined {
  // The status comes from the command line, and the service says which ones it knows.
  const ofStatus: DeliveryFilter = eq('status', status as Delivery['status']);
  if (eventId === undefined) return status === undefined ? undefined : ofStatus;
  const ofEvent: DeliveryFilter = eq('eventId', eventId);
  return status === undefined ? ofEvent : and(ofStatus, ofEvent);
}

type DeliveryFilter = FilterFor<'/api_webhooks/{webhookId}/deliveries/search'>;
