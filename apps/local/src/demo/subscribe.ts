import type { ParleyClient } from '@parley/client';
import { webhookIds } from '../../../../prisma/demo/webhooks.js';

/** Subscribes the receiver to every event of v3, in order for each chat, and to one event of v2. */
export async function subscribe(
  parley: ParleyClient,
  { url, secrets }: { url: string; secrets: Map<string, string> },
): Promise<void> {
  const current = await parley.POST('/api_webhooks', { body: { url: `${url}/v3`, isOrdered: true } });
  secrets.set('v3', current.secret);
  // The demo tenant has a webhook that v2 created. v3 manages it, since v2 has ended.
  const params = { path: { webhookId: webhookIds.v2 } };
  const legacy = await parley.POST('/api_webhooks/{webhookId}/rotate_secret', { params });
  secrets.set('v2', legacy.secret);
  await parley.PUT('/api_webhooks/{webhookId}', { params, body: { url: `${url}/v2`, status: 'active' } });
}
