import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const mara = await parley.POST('/users', { body: { name: 'Mara', externalId: `crm-${Date.now()}` } });
const noor = await parley.POST('/users', { body: { name: 'Noor' } });
const team = await parley.POST('/teams', {
  body: { name: 'Evening shift', users: [{ id: mara.id }, { id: noor.id }] },
});

const names = new Map([mara, noor].map(({ id, name }) => [id, name]));
for (const chatId of ['0193a1e0-5c00-7000-8000-000000000041', '0193a1e0-5c00-7000-8000-000000000042']) {
  const chat = await parley.POST('/chats/{chatId}/assign', {
    params: { path: { chatId } },
    body: { teamId: team.id, strategy: 'round_robin' },
  });
  console.log(`${chat.contact.displayName}: ${names.get(chat.assignedUserId ?? '')}`);
}

const own = await parley
  .search('/chats/search', { body: { query: `eq(assignedTeamId,"${team.id}")` } })
  .toArray();
console.log(`${own.length} chats of the team`);
