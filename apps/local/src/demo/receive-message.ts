import { runsOf, search } from '@parley/core';
import { automationIds, channelIds } from '../../../../prisma/demo/ids.js';
import { isRead } from './describe-event.js';
import { contextOf, type Stage } from './stage.js';
import { waitUntil } from './wait-until.js';

/** Somebody new writes; the automation that welcomes people answers. */
export async function receiveMessage(stage: Stage): Promise<void> {
  const { printer, inbox } = stage;
  printer.scene('A customer writes, and an automation answers');
  const message = { from: '+4366012345678', name: 'Lena Vogt', text: 'Hello, do you deliver to Austria?' };
  printer.line({ who: 'Lena Vogt', what: 'writes on WhatsApp', detail: `"${message.text}"` });
  await postToIngress(stage, channelIds.whatsapp, message);
  await untilAnswered(stage);
  printer.line({
    who: 'automation',
    what: 'Welcome new customers',
    detail: 'answered, its run is completed',
  });
  await inbox.untilReceived(1, ({ event }) => event === 'WHATSAPP_MESSAGE_RECEIVED');
  await inbox.untilReceived(1, isRead);
}

/** The sandbox takes messages from whoever has a token, in place of a provider with its signature. */
async function postToIngress({ service, token }: Stage, channelId: string, message: object): Promise<void> {
  const answer = await fetch(`${service.url}/ingress/${channelId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  if (!answer.ok) throw new Error(`The message was refused: ${answer.status} ${await answer.text()}`);
}

async function untilAnswered(stage: Stage): Promise<void> {
  const request = { query: 'eq(status,completed)' };
  await waitUntil(stage.lifecycle, async () => {
    const { total } = await search(contextOf(stage), runsOf(automationIds.welcome), request);
    return total > 0;
  });
}
