import { parley } from './client.js';

/** A support desk: shows the chats that wait for a reply. */
export async function listWaiting(): Promise<string[]> {
  const lines: string[] = [];
  for await (const chat of parley.search('/chats/search')) {
    if (chat.status === 'closed') continue;
    lines.push(`${chat.contact.displayName} until ${chat.openUntil ?? 'any time'}`);
  }
  return lines;
}
