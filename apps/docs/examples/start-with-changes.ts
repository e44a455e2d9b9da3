import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});
const labelId = '0193a1e0-5c00-7000-8000-000000000062';
const triggers = [
  { type: 'contact_created' },
  { type: 'label_added', labelId },
  { type: 'attribute_changed', attributeId: '0193a1e0-5c00-7000-8000-000000000071' },
] as const;
const automationIds: string[] = [];
for (const trigger of triggers) {
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Note ${trigger.type}`,
      trigger,
      steps: [{ type: 'set_variable', name: 'why', value: `${trigger.type} of {{displayName}}` }],
    },
  });
  await parley.POST('/automations/{automationId}/publish', { params: { path: { automationId } } });
  automationIds.push(automationId);
}

const { id: contactId } = await parley.POST('/contacts', { body: { firstName: 'Grace', lastName: 'Kern' } });
const params = { path: { contactId } };
await parley.POST('/contacts/{contactId}/labels', { params, body: { labels: [{ id: labelId }] } });
await parley.PUT('/contacts/{contactId}', {
  params,
  body: { attributes: [{ externalId: 'city', value: 'Basel' }] },
});

for (const automationId of automationIds) {
  const path = { automationId };
  let run: { id: string; status: string; error: { message: string } | null } | undefined;
  while (run === undefined || ['scheduled', 'running'].includes(run.status)) {
    await delay(200);
    [run] = await parley
      .search('/automations/{automationId}/runs/search', { params: { path }, body: {} })
      .toArray();
  }
  if (run.status !== 'completed') throw new Error(`The run is ${run.status}: ${run.error?.message}`);
  const { variables } = await parley.GET('/automations/{automationId}/runs/{runId}', {
    params: { path: { automationId, runId: run.id } },
  });
  console.log(variables.why);
  await parley.POST('/automations/{automationId}/deactivate', { params: { path } });
}
await parley.DELETE('/contacts/{contactId}', { params });
