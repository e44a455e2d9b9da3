import { createClient } from '@parley/client';
import type { Lifecycle } from '../start/lifecycle.js';
import type { StartedService } from '../start/run-service.js';
import { createDemoToken } from '../start/welcome.js';
import type { StoryTotals } from './describe-end.js';
import { createInbox } from './inbox.js';
import { receiveMessage } from './receive-message.js';
import { sendCampaign } from './send-campaign.js';
import { startReceiver } from './start-receiver.js';
import type { StoryPrinter } from './story-printer.js';
import { subscribe } from './subscribe.js';

interface DemoOptions {
  readonly lifecycle: Lifecycle;
  readonly printer: StoryPrinter;
}

/** Uses the service and prints its events as they arrive. */
export async function runStory(
  service: StartedService,
  { lifecycle, printer }: DemoOptions,
): Promise<StoryTotals> {
  const beganAt = performance.now();
  const inbox = createInbox({ lifecycle, printer });
  const token = await createDemoToken(service);
  if (token === undefined) throw new Error('The demo tenant has no key.');
  const parley = createClient({ baseUrl: service.url, token });
  const secrets = new Map<string, string>();
  const receiver = await startReceiver({ secrets, onWebhook: inbox.take });
  lifecycle.started(receiver.stop);
  await subscribe(parley, { url: receiver.url, secrets });

  const stage = { parley, service, token, lifecycle, printer, inbox };
  await receiveMessage(stage);
  await sendCampaign(stage);

  if (inbox.forgedCount > 0) throw new Error(`${inbox.forgedCount} webhooks had a wrong signature.`);
  return {
    webhookCount: inbox.events.length,
    sentCount: inbox.events.filter(({ event }) => event === 'message.sent').length,
    seconds: (performance.now() - beganAt) / 1_000,
  };
}
