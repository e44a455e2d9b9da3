import { ApiError, createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const path = { contactId: '0193a1e0-5c00-7000-8000-000000000022' };
const handle = await parley.POST('/contacts/{contactId}/handles', {
  params: { path },
  body: { type: 'email', value: 'Bruno@Customer.Example' },
});
console.log(handle.value, handle.isPrimary);

const { handles } = await parley.GET('/contacts/{contactId}', { params: { path } });
for (const { id: handleId, value } of handles) {
  try {
    await parley.DELETE('/contacts/{contactId}/handles/{handleId}', {
      params: { path: { ...path, handleId } },
    });
    console.log(`${value} is deleted`);
  } catch (error) {
    if (!(error instanceof ApiError && error.messageKey === 'handle_in_use')) throw error;
    console.log(`${value} has a chat`);
  }
}
