import { expressHandler, type WebhookEvent } from '@parley/client/webhooks';
import express from 'express';

const app = express();

// Before any express.json(): what is verified are the bytes as they came.
app.post(
  '/webhooks/parley',
  expressHandler({
    secret: process.env.PARLEY_WEBHOOK_SECRET ?? '',
    onEvent,
  }),
);

const handled = new Set<string>();

function onEvent(event: WebhookEvent): void {
  // An event can come more than once. A database would remember longer.
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
      console.log(`Nothing to do for ${event.event}.`);
  }
}

export const server = app.listen(Number(process.env.PORT ?? 8080));
