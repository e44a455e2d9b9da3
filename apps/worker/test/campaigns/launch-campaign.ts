import { campaignDetails, createCampaign, getById, type NewCampaign } from '@parley/core';
import { createAutomation, createChannel, createContact } from '@parley/testkit';
import type { useWorker } from '../support/use-worker.js';

type Values = Partial<NewCampaign> & { contactCount?: number };

export async function launchCampaign(running: ReturnType<typeof useWorker>, values: Values = {}) {
  const { database, tenant } = running;
  const { contactCount = 5, ...own } = values;
  const channel = await createChannel(database, tenant.id, { type: 'sms' });
  const automation = await createAutomation(database, tenant.id, {
    steps: [{ type: 'send_message', text: 'Hello {{firstName}}, {{code}}' }],
  });
  const contacts = await Promise.all(
    Array.from({ length: contactCount }, (_, index) =>
      createContact(database, tenant.id, { isSubscribed: index !== 0 }),
    ),
  );
  const { id } = await createCampaign(running.context(), {
    name: 'Offer',
    channelId: channel.id,
    automationId: automation.id,
    contactIds: contacts.map((contact) => contact.id),
    variables: [{ name: 'code', value: 'A-1' }],
    ...own,
  });
  return { id, channelId: channel.id, read: () => getById(running.context(), campaignDetails, id) };
}
