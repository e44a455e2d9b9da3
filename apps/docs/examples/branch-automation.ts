import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const automation = await parley.POST('/automations', {
  body: {
    name: 'Answer about an order',
    trigger: { type: 'manual' },
    steps: [
      { type: 'set_variable', name: 'greeting', value: 'Hello {{displayName}}' },
      {
        type: 'branch',
        match: 'any',
        conditions: [
          { field: 'variables.amount', operator: 'greater_than', value: '500' },
          { field: 'contact.labels', operator: 'contains', value: 'VIP' },
        ],
        then: [
          { type: 'send_message', text: '{{greeting}}, a colleague takes care of your order.' },
          { type: 'set_chat_status', status: 'open' },
        ],
        else: [
          { type: 'send_message', text: '{{greeting}}, we have received your order.' },
          { type: 'stop' },
        ],
      },
    ],
  },
});
const params = { path: { automationId: automation.id } };
await parley.POST('/automations/{automationId}/publish', { params });
await parley.POST('/automations/{automationId}/trigger', {
  params,
  body: { contactId: '0193a1e0-5c00-7000-8000-000000000021', variables: { amount: '620' } },
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
