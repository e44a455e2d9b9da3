import type { Scene } from '../crash/scene.js';
import { post, sendOnce, WriteRefused } from '../crash/writes.js';

/** Requests that change nothing. */

export async function readChat(
  { url, token, chats, send = sendOnce(url) }: Scene,
  number: number,
): Promise<undefined> {
  const { id } = chats[number % chats.length] ?? {};
  const response = await send(`/v3/chats/${id}`, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  if (!response.ok) throw new WriteRefused(response.status, body);
}

export async function searchContacts(scene: Scene, number: number): Promise<undefined> {
  await post(scene, '/v3/contacts/search', { query: `contains(lastName,"Berg ${number % 10}")` });
}

/** Sorted and filtered by the columns that each message changes. */
export async function searchChats(scene: Scene, number: number): Promise<undefined> {
  const status = number % 2 === 0 ? 'open' : 'closed';
  await post(scene, '/v3/chats/search', { query: `eq(status,"${status}")`, sortBy: 'updatedAt:desc' });
}

export async function searchMessages({ chats, ...scene }: Scene, number: number): Promise<undefined> {
  const { id } = chats[number % chats.length] ?? {};
  await post(scene, `/v3/chats/${id}/messages/search`, {});
}
