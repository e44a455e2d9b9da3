import { describe, expect, jest, test } from '@jest/globals';
import { campaignDetails, createCampaign, getById, type NewCampaign } from '@parley/core';
import { createAutomation, createChannel, createContact } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(120_000);

const running = useWorker();

async function launch(values: Partial<NewCampaign> & { contactCount?: number } = {}) {
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

describe('the worker runs campaigns', () => {
  test('from the start to the last message read, skipping a contact who has unsubscribed', async () => {
    const { channelId, read } = await launch();
    await waitUntil(async () => (await read()).status === 'completed' && (await read()).totals.read === 4);
    expect((await read()).totals).toEqual({
      recipients: 5,
      pending: 0,
      sent: 4,
      delivered: 4,
      read: 4,
      failed: 0,
      skipped: 1,
      canceled: 0,
      replied: 0,
      optedOut: 0,
    });
    const messages = await running.database.prisma.message.findMany({ where: { channelId } });
    expect(messages.map(({ text }) => text)).toEqual(Array(4).fill('Hello Ada, A-1'));
  });

  test('repeatedly by its rules, until they are exhausted', async () => {
    // The first hour began almost an hour ago, so that the second is due in a few seconds.
    const begun = new Date(running.now().getTime() - 60 * 60 * 1000 + 6_000);
    const { id, read } = await launch({
      contactCount: 2,
      scheduledAt: begun.toISOString(),
      recurrenceRules: ['FREQ=HOURLY;COUNT=2'],
    });
    await waitUntil(async () => (await read()).status === 'completed');
    expect((await read()).totals).toMatchObject({ recipients: 2, sent: 2, skipped: 2, pending: 0 });
    expect(await running.database.prisma.campaignOccurrence.count({ where: { campaignId: id } })).toBe(2);
  });
});
