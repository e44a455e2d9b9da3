import { createClient, isApiError } from '@parley/client';

const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });

/** A shop: sends a text and closes the chat. */
export async function send(chatId: string, text: string): Promise<string | undefined> {
  try {
    const message = await parley.POST('/messages/send', { body: { chatId, text } });
    await parley.POST('/chats/{chatId}/status', { params: { path: { chatId } }, body: { status: 'closed' } });
    return message.id;
  } catch (error) {
    if (isApiError(error, 'reply_window_closed')) return undefined;
    throw error;
  }
}
