import { createClient } from '@parley/client/v2';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

for (const webhook of await parley.GET('/api_webhooks')) {
  console.log(webhook.url, webhook.type, webhook.isActive);
}
