import { createClient } from '@parley/client/v2';

/** For those who are still on their way to v3. It warns once of the end of v2. */
const legacy = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

for (const { name, externalId } of await legacy.GET('/attributes')) {
  console.log(`${name} (${externalId ?? 'no external id'})`);
}
