import { expect, test } from '@jest/globals';
import { createCampaign, newId, runAutomation, startOccurrence } from '@parley/core';
import type { Channel } from '@parley/database';
import { createAutomation, createContact } from '@parley/testkit';
import { respondWithJson } from '../../../../packages/channels/test/support/provider-server.js';
import { accepted, inTurn, useProviders } from './use-providers.js';

const { sending, serve, connect } = useProviders();

test('a message of a campaign whose retry is due in the quiet hours reaches the provider when they end, once', async () => {
  const provider = await serve(inTurn(respondWithJson(503, { message: 'Busy' }), accepted.sms));
  const channel = await connect('sms', { baseUrl: provider.url });
  const { id } = await enqueueForCampaign(channel);
  const { database } = sending.context();
  await database.prisma.channel.updateMany({
    where: { id: channel.id },
    data: { quietHours: { from: '09:31', to: '11:00', timeZone: 'UTC' } },
  });
  sending.clock.set('2026-11-14T09:30:59.900Z');
  await sending.send(id);
  expect(await sending.read(id)).toMatchObject({ status: 'pending', attemptCount: 1 });
  const [retryAt] = await sending.dueAt(id);
  sending.clock.set(retryAt ?? '');
  await sending.send(id);
  expect(provider.requests).toHaveLength(1);
  const end = new Date('2026-11-14T11:00:00.000Z');
  expect(await sending.dueAt(id)).toEqual([end]);
  sending.clock.set(end);
  await sending.send(id);
  await sending.send(id);
  expect(provider.requests).toHaveLength(2);
  expect(await sending.read(id)).toMatchObject({ status: 'sent', attemptCount: 2 });
});

/** Starts a campaign to one contact, and runs its automation up to the message. */
async function enqueueForCampaign(channel: Channel) {
  const context = sending.context();
  const { database, tenantId } = context;
  const automation = await createAutomation(database, tenantId, {
    steps: [{ type: 'send_message', text: 'Offer' }],
  });
  const { id: contactId } = await createContact(database, tenantId);
  const ids = { channelId: channel.id, automationId: automation.id };
  const { id: campaignId } = await createCampaign(context, {
    name: 'Offer',
    ...ids,
    variables: [],
    contactIds: [contactId],
  });
  await startOccurrence(context, campaignId);
  const run = await database.prisma.automationRun.findFirstOrThrow({ where: { tenantId, contactId } });
  await runAutomation(context, {
    runId: run.id,
    leaseToken: newId(),
    callWebhook: () => Promise.reject(new Error('The campaign calls no webhook')),
  });
  return database.prisma.message.findFirstOrThrow({ where: { automationRunId: run.id } });
}
