import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const params = { path: { chatId: '0193a1e0-5c00-7000-8000-000000000043' } };
const mara = '0193a1e0-5c00-7000-8000-0000000000c5';
const noor = '0193a1e0-5c00-7000-8000-0000000000c6';

const note = await parley.POST('/chats/{chatId}/notes', {
  params,
  body: { text: 'Chiara calls on Monday.', authorUserId: mara, mentionedUserIds: [noor] },
});

const search = parley.search('/chats/{chatId}/notes/search', { params, body: { search: 'Monday' } });
for await (const { text, mentionedUserIds } of search) console.log(text, mentionedUserIds.includes(noor));

const { deletedIds } = await parley.DELETE('/chats/{chatId}/notes/{noteId}', {
  params: { path: { ...params.path, noteId: note.id } },
});
console.log(`${deletedIds.length} note deleted`);
