import { expressHandler, type WebhookEvent } from '@parley/client/webhooks';
import express from 'express';

const app = express();

// Put this before express.json(), because the signature covers the unparsed bytes.
app.post(
  '/webhooks/parley',
  expressHandler({
    secret: process.env.PARLEY_WEBHOOK_SECRET ?? '',
    onEvent,
  }),
);

const handled = new Set<string>();

function onEvent(event: WebhookEvent): void {
  // An event can arrive more than once. Store the ids in a database, so that they survive a restart.
  if (handled.has(event.id)) return;
  handled.add(event.id);
  switch (event.event) {
    case 'message.received':
      console.log(`${event.data.contact.displayName}: ${event.data.text}`);
      break;
    case 'chat.updated':
      console.log(`The chat ${event.data.id} is ${event.data.status}.`);
      break;
    default:
      console.log(`No handler for ${event.event}.`);
  }
}

export const server = app.listen(Number(process.env.PORT ?? 8080));
