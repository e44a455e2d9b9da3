import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const baseUrl = process.env.PARLEY_URL ?? 'http://localhost:3000';
const token = process.env.PARLEY_TOKEN ?? '';
const parley = createClient({ baseUrl, token });
const channelId = '0193a1e0-5c00-7000-8000-000000000012';
const contactId = '0193a1e0-5c00-7000-8000-000000000022';

const { id: automationId } = await parley.POST('/automations', {
  body: {
    name: 'Ask for the birthday',
    trigger: { type: 'manual', channelId },
    steps: [
      {
        type: 'ask',
        text: 'When is your birthday?',
        expect: 'date',
        saveTo: { externalId: 'birthday' },
        timeoutSeconds: 3600,
        retry: { text: 'Please reply with a date, such as 23.04.1991.' },
        else: [{ type: 'stop' }],
      },
    ],
  },
});
const params = { path: { automationId } };
await parley.POST('/automations/{automationId}/publish', { params });
await parley.POST('/automations/{automationId}/trigger', { params, body: { contactId } });
let question: { status: string } | undefined;
while (question === undefined || question.status === 'pending') {
  await delay(200);
  [question] = await parley.POST('/messages/search', { body: { query: `eq(originId,"${automationId}")` } });
}

// In the sandbox, you write in place of the contact.
await fetch(`${baseUrl}/ingress/${channelId}`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ from: '+41791234567', text: '17.11.1988' }),
});
let run: { status: string; error: { message: string } | null } | undefined;
while (run === undefined || ['scheduled', 'running'].includes(run.status)) {
  await delay(200);
  [run] = await parley.search('/automations/{automationId}/runs/search', { params, body: {} }).toArray();
}
if (run.status !== 'completed') throw new Error(`The run is ${run.status}: ${run.error?.message}`);
const { attributes } = await parley.GET('/contacts/{contactId}', { params: { path: { contactId } } });
console.log(attributes.find(({ externalId }) => externalId === 'birthday')?.value);
