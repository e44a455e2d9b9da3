import type { ParleyClient } from '@parley/client';
import { webhookIds } from '../../../../prisma/demo/webhooks.js';

/** Subscribes the receiver to every event of v3, those of one chat in order, and to one of v2. */
export async function subscribe(
  parley: ParleyClient,
  { url, secrets }: { url: string; secrets: Map<string, string> },
): Promise<void> {
  const current = await parley.POST('/api_webhooks', { body: { url: `${url}/v3`, isOrdered: true } });
  secrets.set('v3', current.secret);
  // The demo tenant has one that was created by v2, which v3 manages since v2 is gone.
  const params = { path: { webhookId: webhookIds.v2 } };
  const legacy = await parley.POST('/api_webhooks/{webhookId}/rotate_secret', { params });
  secrets.set('v2', legacy.secret);
  await parley.PUT('/api_webhooks/{webhookId}', { params, body: { url: `${url}/v2`, status: 'active' } });
}
