import { parley } from './client.js';

export async function showChat(chatId: string): Promise<string> {
  const chat = await parley.GET('/chats/{chatId}', { params: { path: { chatId } } });
  const { openUntil, latestMessage } = chat;
  return `${describeStatus(chat.status)} ${openUntil} ${latestMessage?.text ?? ''}`;
}

function describeStatus(status: 'open' | 'closed' | 'snoozed'): string {
  return status === 'snoozed' ? 'later' : status;
}
