import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const ofAda = '0193a1e0-5c00-7000-8000-000000000021';
const body = { query: `and(eq(contactId,"${ofAda}"),eq(sender,inbound))`, search: 'orders', limit: 20 };

for await (const { text } of parley.search('/messages/search', { body })) console.log(text);
