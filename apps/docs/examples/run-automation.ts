import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const automation = await parley.POST('/automations', {
  body: {
    name: 'Thank a VIP',
    trigger: { type: 'manual' },
    steps: [
      { type: 'condition', field: 'labels', operator: 'contains', value: 'VIP', skip: 1 },
      { type: 'send_message', text: 'Thank you for {{years}} years with us, {{displayName}}!' },
      { type: 'set_chat_status', status: 'closed' },
    ],
  },
});
const params = { path: { automationId: automation.id } };
await parley.POST('/automations/{automationId}/publish', { params });
await parley.POST('/automations/{automationId}/trigger', {
  params,
  body: { contactId: '0193a1e0-5c00-7000-8000-000000000021', variables: { years: '5' } },
});

let run: { id: string; status: string; error: { message: string } | null } | undefined;
while (run === undefined || ['scheduled', 'running'].includes(run.status)) {
  await delay(200);
  [run] = await parley.search('/automations/{automationId}/runs/search', { params, body: {} }).toArray();
}
if (run.status !== 'completed') throw new Error(`The run is ${run.status}: ${run.error?.message}`);
const { steps } = await parley.GET('/automations/{automationId}/runs/{runId}', {
  params: { path: { automationId: automation.id, runId: run.id } },
});
for (const { position, type } of steps) console.log(`${position} ${type}`);
