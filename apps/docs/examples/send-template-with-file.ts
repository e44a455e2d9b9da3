import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const pdf = new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'], { type: 'application/pdf' });
const file = await parley.POST('/files', { body: { file: pdf, name: 'invoice.pdf' } });
const { id } = await parley.POST('/message_templates', {
  body: {
    name: 'invoice',
    channelType: 'whatsapp',
    language: 'en',
    body: 'Hello {{first_name}}, here is your invoice.',
    mediaFileId: file.id,
    status: 'draft',
  },
});
const params = { path: { messageTemplateId: id } };
let template = await parley.POST('/message_templates/{messageTemplateId}/submit', {
  params,
  body: {
    channelId: '0193a1e0-5c00-7000-8000-000000000011',
    category: 'utility',
    examples: { first_name: 'Ada' },
  },
});
while (template.status === 'pending') {
  await delay(200);
  template = await parley.GET('/message_templates/{messageTemplateId}', { params });
}

const message = await parley.POST('/messages/send', {
  body: {
    chatId: '0193a1e0-5c00-7000-8000-000000000041',
    template: { id, variables: { first_name: 'Ada' } },
  },
});
console.log(`${template.status}: "${message.text}" with ${message.attachments[0]?.name}`);
