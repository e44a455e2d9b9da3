import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const contactId = '0193a1e0-5c00-7000-8000-000000000022';
const added = await parley.POST('/contacts/{contactId}/handles', {
  params: { path: { contactId } },
  body: { type: 'email', value: 'Bruno@Customer.Example' },
});
console.log(added.value, added.isPrimary);

const { handles } = await parley.GET('/contacts/{contactId}', { params: { path: { contactId } } });
for (const { value, hasChats } of handles) console.log(value, hasChats ? 'has a chat' : 'has no chat');

await parley.DELETE('/contacts/{contactId}/handles/{handleId}', {
  params: { path: { contactId, handleId: added.id } },
});
console.log(`${added.value} is deleted`);
