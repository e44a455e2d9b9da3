import { eq } from '@parley/client';
import { automationIds, channelIds } from '../../../../prisma/demo/ids.js';
import { isRead } from './describe-event.js';
import type { Stage } from './stage.js';
import { waitUntil } from './wait-until.js';

/** Sends a message from a new contact, and waits for the reply of the welcome automation. */
export async function receiveMessage(stage: Stage): Promise<void> {
  const { printer, inbox } = stage;
  printer.scene('A customer writes, and an automation replies');
  const message = { from: '+4366012345678', name: 'Lena Vogt', text: 'Hello, do you deliver to Austria?' };
  printer.line({ who: 'Lena Vogt', what: 'writes on WhatsApp', detail: `"${message.text}"` });
  // The sandbox accepts messages from a caller with a token, instead of a provider with a signature.
  await postToSandbox(stage, message);
  await waitForReply(stage);
  printer.line({
    who: 'automation',
    what: 'Welcome new customers',
    detail: 'replied, and its run is completed',
  });
  await inbox.untilReceived(1, ({ event }) => event === 'WHATSAPP_MESSAGE_RECEIVED');
  await inbox.untilReceived(1, isRead);
}

/** This is a provider's request, which is not an operation of the API. */
async function postToSandbox({ service, token }: Stage, message: object): Promise<void> {
  const response = await fetch(`${service.url}/ingress/${channelIds.whatsapp}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  if (!response.ok)
    throw new Error(`The sandbox refused the message: ${response.status} ${await response.text()}`);
}

async function waitForReply({ parley, lifecycle }: Stage): Promise<void> {
  const params = { path: { automationId: automationIds.welcome } };
  await waitUntil(lifecycle, async () => {
    const runs = await parley.POST('/automations/{automationId}/runs/search', {
      params,
      body: { query: eq('status', 'completed') },
    });
    return runs.length > 0;
  });
}
