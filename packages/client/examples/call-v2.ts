import { createClient } from '@parley/client/v2';

/** For programs that still use v2. The client warns once that v2 ends. */
const legacy = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

for (const { name, externalId } of await legacy.GET('/attributes')) {
  console.log(`${name} (${externalId ?? 'no external id'})`);
}
