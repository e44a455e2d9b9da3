const { ApiError, createClient, eq } = require('@parley/client');
const { createClient: createV2, ApiError: V2ApiError } = require('@parley/client/v2');
const { createClient: createV3 } = require('@parley/client/v3');
const { verify, WebhookError } = require('@parley/client/webhooks');

async function main() {
  const client = createClient({ baseUrl: process.env.URL, token: 'token', maxRetries: 0 });
  const found = await client.search('/labels/search', { body: { query: eq('name', 'VIP') } }).toArray();
  const failure = await client.GET('/workspace').catch((error) => error);
  // Errors of the other module system and of the other version are recognized too.
  const { ApiError: OtherApiError } = await import('@parley/client');
  const isKnown = [ApiError, V2ApiError, OtherApiError].every((each) => failure instanceof each);
  let refused;
  try {
    verify({}, '', `whsec_${Buffer.alloc(32).toString('base64')}`);
  } catch (error) {
    refused = error;
  }
  console.log(
    JSON.stringify({
      found,
      failure: isKnown && failure.message,
      isOneClass: createV3 === createClient && typeof createV2 === 'function',
      refused: refused instanceof WebhookError && refused.code,
    }),
  );
}

main();
