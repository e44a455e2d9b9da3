import type { ApiWebhookWithSecret } from '@parley/contract/v3';
import { webhookIds } from '../../../../prisma/demo/webhooks.js';
import { type Caller, callApi } from './call-api.js';

/** Subscribes the receiver to every event of v3, those of one chat in order, and to one of v2. */
export async function subscribe(
  caller: Caller,
  { url, secrets }: { url: string; secrets: Map<string, string> },
): Promise<void> {
  const body = { url: `${url}/v3`, isOrdered: true };
  const current = await callApi<ApiWebhookWithSecret>(caller, 'POST /v3/api_webhooks', body);
  secrets.set('v3', current.secret);
  // The demo tenant has one that was made by v2, which v3 manages since v2 is gone.
  const path = `/v3/api_webhooks/${webhookIds.v2}`;
  const legacy = await callApi<ApiWebhookWithSecret>(caller, `POST ${path}/rotate_secret`);
  secrets.set('v2', legacy.secret);
  await callApi(caller, `PUT ${path}`, { url: `${url}/v2`, status: 'active' });
}
