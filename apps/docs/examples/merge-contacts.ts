import { createClient, isApiError } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const kept = await parley.POST('/contacts', {
  body: { firstName: 'Elif', lastName: 'Kaya', phoneNumber: '+4915155550123' },
});
const duplicate = await parley.POST('/contacts', {
  body: { firstName: 'E.', email: 'elif@customer.example' },
});

const contact = await parley.POST('/contacts/{contactId}/merge', {
  params: { path: { contactId: kept.id } },
  body: { contactId: duplicate.id },
});
console.log(`${contact.displayName}, ${contact.email}, ${contact.handles.length} addresses`);

try {
  await parley.GET('/contacts/{contactId}', { params: { path: { contactId: duplicate.id } } });
} catch (error) {
  if (!isApiError(error, 'contact_not_found') || error.mergedInto === undefined) throw error;
  const successor = await parley.GET('/contacts/{contactId}', {
    params: { path: { contactId: error.mergedInto } },
  });
  console.log(`The old id names ${successor.displayName}`);
}

await parley.DELETE('/contacts/{contactId}', { params: { path: { contactId: contact.id } } });
