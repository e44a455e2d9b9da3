import { and, createClient, desc, eq, gte } from '@parley/client';

const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });

/** Reports on searches. */
export async function countOpen(since: Date): Promise<number> {
  const search = parley.search('/chats/search', {
    body: { query: and(eq('status', 'open'), gte('updatedAt', since)), sortBy: desc('createdAt') },
  });
  for await (const page of search.pages()) return page.pagination.total ?? page.data.length;
  return 0;
}

export async function listSubscribed(): Promise<string[]> {
  const contacts = await parley
    .search('/contacts/search', { body: { query: 'isSubscribed:eq:true', pagination: { limit: 50 } } })
    .toArray();
  return contacts
    .filter((contact) => contact.isSubscribed)
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    .flatMap((contact) => contact.phoneNumber ?? []);
}
