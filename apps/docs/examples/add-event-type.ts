import { type ApiWebhookEventInput, createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const params = { path: { webhookId: '0193a1e0-5c00-7000-8000-0000000000d1' } };
const webhook = await parley.GET('/api_webhooks/{webhookId}', { params });
// The service knows every type that it has returned, also one that this version of the client does not list.
const subscribed = webhook.events as ApiWebhookEventInput[];
const { events } = await parley.PUT('/api_webhooks/{webhookId}', {
  params,
  body: { events: [...subscribed, { type: 'chat.updated' }] },
});
console.log(events.map(({ type }) => type ?? 'every event').join(', '));
