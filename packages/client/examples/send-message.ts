import { createClient, eq, isApiError } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const [chat] = await parley.POST('/chats/search', {
  body: { query: eq('status', 'open'), pagination: { limit: 1 } },
});
if (!chat) throw new Error('There is no open chat to write to.');

try {
  const message = await parley.POST('/messages/send', {
    body: { chatId: chat.id, text: 'Your order is on its way.' },
    // The message is sent once for this order, even if this program is started again.
    idempotencyKey: `order-1187-shipped-${chat.id}`,
  });
  console.log(`Message ${message.id} is ${message.status}.`);
} catch (error) {
  if (!isApiError(error, 'reply_window_closed')) throw error;
  console.log(`${chat.contact.displayName} wrote too long ago: send a template instead.`);
}
