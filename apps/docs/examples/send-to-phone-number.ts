import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const message = await parley.POST('/messages/send', {
  body: {
    channelId: '0193a1e0-5c00-7000-8000-000000000012',
    to: { phoneNumber: '+49 1512 3456789' },
    text: 'Your parcel arrives today.',
  },
});
const contact = await parley.GET('/contacts/{contactId}', {
  params: { path: { contactId: message.contactId } },
});
console.log(`${message.status} for ${contact.phoneNumber}`);
