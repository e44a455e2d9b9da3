import { ApiError, createClient, eq } from '@parley/client';
import { createClient as createV2 } from '@parley/client/v2';
import { createClient as createV3 } from '@parley/client/v3';
import { verify, WebhookError } from '@parley/client/webhooks';

const client = createClient({ baseUrl: process.env.URL, token: 'token', maxRetries: 0 });
const found = await client.search('/labels/search', { body: { query: eq('name', 'VIP') } }).toArray();
const failure = await client.GET('/workspace').catch((error) => error);
let refused;
try {
  verify({}, '', `whsec_${Buffer.alloc(32).toString('base64')}`);
} catch (error) {
  refused = error;
}
console.log(
  JSON.stringify({
    found,
    failure: failure instanceof ApiError && failure.message,
    isOneClass: createV3 === createClient && typeof createV2 === 'function',
    refused: refused instanceof WebhookError && refused.code,
  }),
);
