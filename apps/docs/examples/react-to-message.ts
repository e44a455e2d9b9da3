import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const { text, reactions } = await parley.POST('/messages/{messageId}/reaction', {
  params: { path: { messageId: '0193a1e0-5c00-7000-8000-000000000052' } },
  body: { emoji: '👍' },
});
for (const { emoji, sender } of reactions) console.log(`"${text}": ${emoji} ${sender}`);
