import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

for await (const webhook of parley.search('/api_webhooks/search', { body: {} })) {
  const types = webhook.events.map(({ type }) => type ?? 'every event');
  console.log(webhook.url, types.join(', '), webhook.status === 'active');
}
