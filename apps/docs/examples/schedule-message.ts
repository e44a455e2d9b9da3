import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
const { id, status } = await parley.POST('/messages/send', {
  body: {
    channelId: '0193a1e0-5c00-7000-8000-000000000013',
    to: { email: 'grace@customer.example' },
    subject: 'Your appointment',
    text: 'Your appointment is in one hour.',
    scheduledAt: tomorrow.toISOString(),
  },
});
console.log(status);

const canceled = await parley.POST('/messages/{messageId}/cancel', { params: { path: { messageId: id } } });
console.log(canceled.status);
