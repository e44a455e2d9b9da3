import { createClient } from '@parley/client';

const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });
const team = 'assignedTeamId';

/** Uses results instead of exceptions. */
export async function findChat(chatId: string): Promise<string> {
  const result = await parley.raw.GET('/chats/{chatId}', { params: { path: { chatId } } });
  if (!result.ok) return result.error.messageKey === 'chat_not_found' ? 'none' : 'failed';
  const { data: found } = result;
  return found.assignedUserId ?? found[team] ?? 'nobody';
}

export async function isKnown(contactId: string): Promise<boolean> {
  const { ok, body } = await parley.raw.GET('/contacts/{contactId}', { params: { path: { contactId } } });
  return ok && body?.data.isSubscribed === true;
}
