import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const { id } = await parley.POST('/message_templates', {
  body: {
    name: 'code',
    channelType: 'whatsapp',
    language: 'en',
    body: '{{1}} is your code.',
    status: 'draft',
  },
});
const params = { path: { messageTemplateId: id } };
let template = await parley.POST('/message_templates/{messageTemplateId}/submit', {
  params,
  body: {
    channelId: '0193a1e0-5c00-7000-8000-000000000011',
    category: 'authentication',
    authentication: { addSecurityRecommendation: true, codeExpirationMinutes: 10 },
  },
});
while (template.status === 'pending') {
  await delay(200);
  template = await parley.GET('/message_templates/{messageTemplateId}', { params });
}

const code = String(randomInt(1_000_000)).padStart(6, '0');
const message = await parley.POST('/messages/send', {
  body: {
    chatId: '0193a1e0-5c00-7000-8000-000000000041',
    template: { id, variables: { 1: code } },
  },
});
console.log(`${template.status}: "${message.text}"`);
