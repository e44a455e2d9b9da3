import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const file = await parley.POST('/files', {
  body: { file: new Blob(['Coffee 2.50\nTea 2.20\n']), name: 'price-list.txt' },
});
console.log(`Uploaded ${file.name}: ${file.contentType}, ${file.size} bytes`);

const message = await parley.POST('/messages/send', {
  body: {
    chatId: '0193a1e0-5c00-7000-8000-000000000041',
    text: 'Our prices for 2027',
    attachments: [{ fileId: file.id }],
  },
});
console.log(`Sent as ${message.type}: ${message.attachments[0]?.name}`);
