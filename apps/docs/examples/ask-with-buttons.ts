import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const question = await parley.POST('/messages/send', {
  body: {
    contactId: '0193a1e0-5c00-7000-8000-000000000022',
    channelId: '0193a1e0-5c00-7000-8000-000000000012',
    interactive: {
      body: 'When shall we deliver your order?',
      buttons: [
        { id: 'morning', title: 'In the morning' },
        { id: 'evening', title: 'In the evening' },
      ],
    },
  },
});
console.log(question.text);
