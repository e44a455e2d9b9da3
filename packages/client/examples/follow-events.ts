import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

/** Handles what has happened since the last run. Store the returned cursor for the next one. */
async function catchUp(cursor?: string): Promise<string> {
  let position = cursor ?? '';
  const feed = parley.search('/events/search', { body: { ...(cursor && { cursor }), limit: 100 } });
  for await (const { data, pagination } of feed.pages()) {
    for (const event of data) {
      switch (event.event) {
        case 'message.received':
          console.log(`${event.data.contact.displayName}: ${event.data.text}`);
          break;
        default:
          console.log(event.event);
      }
    }
    position = pagination.resumeCursor;
  }
  return position;
}

const position = await catchUp();
await catchUp(position);
