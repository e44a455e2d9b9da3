import { asc, type Channel, eq, type ParleyClient } from '@parley/client';

/** Finds the channel of the sandbox that was named, or the oldest one. */
export async function findSandboxChannel(
  client: ParleyClient,
  channelId: string | undefined,
): Promise<Channel | undefined> {
  if (channelId !== undefined)
    return client.GET('/channels/{channelId}', { params: { path: { channelId } } });
  const [first] = await client.POST('/channels/search', {
    body: { query: eq('provider', 'sandbox'), sortBy: asc('createdAt'), pagination: { limit: 1 } },
  });
  return first;
}
