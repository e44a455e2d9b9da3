import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const { id } = await parley.POST('/message_templates', {
  body: {
    name: 'parcel_update',
    channelType: 'whatsapp',
    language: 'en',
    body: 'Hello {{first_name}}, your parcel is on its way.',
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
console.log(`submitted: ${template.status}`);

while (template.status === 'pending') {
  await delay(200);
  template = await parley.GET('/message_templates/{messageTemplateId}', { params });
}
console.log(`reviewed: ${template.registration?.status}`);
