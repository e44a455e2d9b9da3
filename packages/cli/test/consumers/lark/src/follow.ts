import { createClient } from '@parley/client';
import { segmentsOf } from '@parley/client/resources';
import { streamEvents } from '@parley/client/stream';

const service = { baseUrl: 'http://localhost:3000', token: 'token' };
const { preview } = segmentsOf(createClient(service));

/** A newsletter: follows the stream of events, and takes a method out of its resource. */
export async function follow(signal: AbortSignal): Promise<string[]> {
  const done: string[] = [];
  const events = ['contact.deleted', 'campaign.completed'] as const;
  for await (const event of streamEvents(service, { events, signal }))
    if (event.event === 'campaign.completed') done.push(event.data.name);
  return done;
}

export async function countReaders(segmentId: string): Promise<number> {
  const { subscribed } = await preview({ segmentId });
  return subscribed;
}
