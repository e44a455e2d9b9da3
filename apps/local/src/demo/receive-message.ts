import type { AutomationRun } from '@parley/contract/v3';
import { automationIds, channelIds } from '../../../../prisma/demo/ids.js';
import { callApi } from './call-api.js';
import { isRead } from './describe-event.js';
import type { Stage } from './stage.js';
import { waitUntil } from './wait-until.js';

/** Somebody new writes; the automation that welcomes people answers. */
export async function receiveMessage(stage: Stage): Promise<void> {
  const { printer, inbox } = stage;
  printer.scene('A customer writes, and an automation answers');
  const message = { from: '+4366012345678', name: 'Lena Vogt', text: 'Hello, do you deliver to Austria?' };
  printer.line({ who: 'Lena Vogt', what: 'writes on WhatsApp', detail: `"${message.text}"` });
  // The sandbox takes messages from whoever has a token, in place of a provider with its signature.
  await callApi(stage, `POST /ingress/${channelIds.whatsapp}`, message);
  await untilAnswered(stage);
  printer.line({
    who: 'automation',
    what: 'Welcome new customers',
    detail: 'answered, its run is completed',
  });
  await inbox.untilReceived(1, ({ event }) => event === 'WHATSAPP_MESSAGE_RECEIVED');
  await inbox.untilReceived(1, isRead);
}

async function untilAnswered(stage: Stage): Promise<void> {
  const path = `/v3/automations/${automationIds.welcome}/runs/search`;
  await waitUntil(stage.lifecycle, async () => {
    const runs = await callApi<AutomationRun[]>(stage, `POST ${path}`, { query: 'eq(status,completed)' });
    return runs.length > 0;
  });
}
