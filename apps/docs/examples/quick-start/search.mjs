import { contains, createClient } from '@parley/client';

const client = createClient({ baseUrl: 'http://localhost:3000', token: process.env.PARLEY_TOKEN });

for await (const contact of client.search('/contacts/search', {
  body: { query: contains('firstName', 'a'), sortBy: 'lastName' },
})) {
  console.log(contact.displayName, contact.phoneNumber);
}
