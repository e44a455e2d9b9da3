import { streamEvents } from '@parley/client/stream';

const service = {
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
};

/** Prints messages as they arrive, until the signal is aborted. Store the cursor with what you have done for the event. */
export async function printMessages(options: { lastEventId?: string; signal?: AbortSignal } = {}) {
  let cursor = options.lastEventId;
  // Reconnects and resumes by itself. It throws only if the service refuses the stream for good, for example with a 401.
  for await (const event of streamEvents(service, { ...options, events: ['message.received'] })) {
    console.log(`${event.data.contact.displayName}: ${event.data.text}`);
    cursor = event.cursor;
  }
  return cursor;
}
