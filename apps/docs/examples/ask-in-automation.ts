import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const baseUrl = process.env.PARLEY_URL ?? 'http://localhost:3000';
const token = process.env.PARLEY_TOKEN ?? '';
const parley = createClient({ baseUrl, token });
const channelId = '0193a1e0-5c00-7000-8000-000000000012';

const automation = await parley.POST('/automations', {
  body: {
    name: 'Ask about the delivery',
    trigger: { type: 'manual', channelId },
    steps: [
      {
        type: 'ask',
        interactive: {
          body: 'When shall we deliver? Please reply with a number.',
          buttons: [
            { id: 'morning', title: 'In the morning' },
            { id: 'evening', title: 'In the evening' },
          ],
        },
        expect: 'choice',
        saveTo: { variable: 'delivery' },
        timeoutSeconds: 3600,
        retry: { text: 'Please reply with 1 or 2.', times: 2 },
        else: [{ type: 'set_chat_status', status: 'open' }, { type: 'stop' }],
      },
      { type: 'send_message', text: 'See you in the {{delivery}}!' },
    ],
  },
});
const params = { path: { automationId: automation.id } };
await parley.POST('/automations/{automationId}/publish', { params });
await parley.POST('/automations/{automationId}/trigger', {
  params,
  body: { contactId: '0193a1e0-5c00-7000-8000-000000000022' },
});
await waitForRun((run) => run.steps.at(-1)?.type === 'ask');

// In the sandbox, you write in place of the contact.
for (const text of ['tomorrow', '2']) {
  const messages = (await waitForRun((run) => run.steps.at(-1)?.finishedAt === null)).steps.length;
  await fetch(`${baseUrl}/ingress/${channelId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+41791234567', text }),
  });
  await waitForRun((run) => run.steps.length > messages);
}
const { variables, steps } = await waitForRun(({ status }) => status === 'completed');
for (const { type, result } of steps) console.log(`${type} ${result?.outcome ?? ''}`.trim());
console.log(`delivery: ${variables.delivery}`);

async function waitForRun(isReached: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const [found] = await parley
      .search('/automations/{automationId}/runs/search', { params, body: {} })
      .toArray();
    const run = found && (await readRun(found.id));
    if (run && isReached(run)) return run;
    if (run && !['scheduled', 'running'].includes(run.status))
      throw new Error(`The run is ${run.status}: ${run.error?.message}`);
    await delay(100);
  }
}

type Run = Awaited<ReturnType<typeof readRun>>;

function readRun(runId: string) {
  return parley.GET('/automations/{automationId}/runs/{runId}', {
    params: { path: { automationId: automation.id, runId } },
  });
}
