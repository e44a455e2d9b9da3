import { type AutomationStep, createClient } from '@parley/client';

const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });

/** Creates automations, and reads their steps. */
export async function create(channelId: string, messageTemplateId: string): Promise<string> {
  const automation = await parley.POST('/automations', {
    body: {
      name: 'Welcome',
      trigger: { type: 'message_received', channelId },
      steps: [
        { type: 'send_message', text: 'Hello' },
        { type: 'wait', seconds: 60 },
        {
          type: 'branch',
          conditions: [{ field: 'chat.status', operator: 'equals', value: 'open' }],
          // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
          then: [{ type: 'send_template', messageTemplateId }],
        },
      ],
    },
  });
  return automation.id;
}

export async function show(automationId: string): Promise<string[]> {
  const automation = await parley.GET('/automations/{automationId}', { params: { path: { automationId } } });
  return automation.latestVersion.steps.map(describe);
}

function describe(step: AutomationStep): string {
  switch (step.type) {
    case 'send_message':
      return step.text;
    case 'add_label':
      return step.labelId;
    case 'wait':
      return `${step.seconds ?? 0} s`;
    default:
      return '';
  }
}
