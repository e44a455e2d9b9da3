import { and, createClient, desc, eq, gte, isIn } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const lastWeek = new Date(Date.now() - 7 * 24 * 60 * 60 * 1_000);

// Pages are fetched as the loop needs them. Fields and values are checked by the compiler.
const waiting = parley.search('/chats/search', {
  body: {
    query: and(isIn('status', ['open', 'snoozed']), gte('updatedAt', lastWeek)),
    sortBy: desc('updatedAt'),
  },
});
for await (const chat of waiting) {
  console.log(chat.status, chat.contact.displayName);
}

// A page has the total number of results.
for await (const { data, pagination } of parley
  .search('/contacts/search', { body: { query: eq('isSubscribed', true), pagination: { limit: 25 } } })
  .pages()) {
  console.log(`${data.length} of ${pagination.total} contacts`);
}
