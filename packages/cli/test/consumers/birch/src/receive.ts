import { expressHandler, type WebhookEvent } from '@parley/client/webhooks';

/** A receiver of webhooks that stores messages. */
export const handler = expressHandler({ secret: 'whsec_', onEvent });

const handled = new Set<string>();
const stored: Array<{ name: string; text: string | null }> = [];

function onEvent(event: WebhookEvent): void {
  if (handled.has(event.id)) return;
  switch (event.event) {
    case 'message.received':
      stored.push({ name: event.data.contact.displayName, text: event.data.text });
      break;
    case 'chat.updated':
      if (event.data.status === 'closed') stored.length = 0;
      break;
    default:
      break;
  }
}
