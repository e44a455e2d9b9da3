import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});
const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const { id, scheduledAt } = await parley.POST('/messages/send', {
  body: {
    contactId: '0193a1e0-5c00-7000-8000-000000000022',
    channelId: '0193a1e0-5c00-7000-8000-000000000012',
    text: 'Good morning! Your appointment is today.',
    scheduledAt: { at: `${tomorrow}T09:00:00`, timeZone: 'contact' },
  },
});
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Zurich', timeStyle: 'short' });
console.log(`${time.format(new Date(scheduledAt ?? ''))} where the contact is, by its phone number`);

await parley.POST('/messages/{messageId}/cancel', { params: { path: { messageId: id } } });
