import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const workspace = await parley.GET('/workspace');
console.log(`${workspace.name} may send ${workspace.limits.requestsPerMinute} requests a minute.`);

for await (const chat of parley.search('/chats/search')) {
  console.log(`${chat.contact.displayName}: ${chat.latestMessage?.text ?? '(no text)'}`);
}
