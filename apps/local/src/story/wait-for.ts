import { setTimeout } from 'node:timers/promises';
import { CommandError } from '../command-error.js';
import type { Story } from './story.js';

/** Waits for what a worker does, and returns it as soon as `find` does. */
export async function waitFor<Found>(
  { timeoutMs }: Story,
  what: string,
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  const endsAt = performance.now() + timeoutMs;
  while (performance.now() < endsAt) {
    const found = await find();
    if (found !== undefined) return found;
    await setTimeout(250);
  }
  throw new CommandError(`${what} is missing after ${timeoutMs / 1_000} s. Is a worker running?`);
}

/** Waits for an event about a resource in the feed. */
export async function waitForEvent(story: Story, event: string, { id }: { id: string }): Promise<void> {
  const body = { query: `eq(event,${event})` };
  await waitFor(story, `The event ${event}`, async () => {
    for await (const { data } of story.parley.search('/events/search', { body })) {
      if ('id' in data && data.id === id) return id;
    }
    return undefined;
  });
}
