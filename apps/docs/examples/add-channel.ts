import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const channel = await parley.POST('/channels', {
  body: {
    type: 'whatsapp',
    provider: 'whatsapp',
    name: 'Support',
    settings: { phoneNumberId: '106540352242922' },
    secrets: { accessToken: 'EAAG…', appSecret: '9f1c…', verifyToken: 'a text of your choice' },
  },
});
console.log(`Callback URL for the Meta app: ${process.env.PARLEY_URL}/ingress/${channel.id}`);
