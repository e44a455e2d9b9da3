import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const reply = await parley.POST('/messages/send', {
  body: {
    chatId: '0193a1e0-5c00-7000-8000-000000000041',
    text: 'It arrives tomorrow.',
    replyTo: { messageId: '0193a1e0-5c00-7000-8000-000000000052' },
  },
});
console.log(`"${reply.text}" replies to "${reply.replyTo?.text}", sent by ${reply.origin?.type}`);
