import { describe, expect, test } from '@jest/globals';
import type { CampaignTotals } from '../../src/campaigns/campaign-detail-record.js';
import {
  abandonCampaign,
  cancelCampaign,
  deactivateAutomation,
  failSending,
  finishCampaign,
  recipientsOf,
  search,
  startCampaign,
  startOccurrence,
} from '../../src/index.js';
import { claimMessage } from '../messages/send-one.js';
import { createContact } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();

/** Returns the totals after checking that each recipient is counted once in each occurrence. */
async function readCheckedTotals(prepared: PreparedCampaign, occurrences = 1): Promise<CampaignTotals> {
  const totals = await prepared.totals();
  const { recipients, pending, sent, failed, skipped, canceled } = totals;
  expect({ sum: pending + sent + failed + skipped + canceled }).toEqual({ sum: recipients * occurrences });
  return totals;
}

async function recipientStatuses({ context, campaign }: PreparedCampaign): Promise<string[]> {
  const { records } = await search(context, recipientsOf(campaign.id), {});
  return records.map(({ status }) => status).sort();
}

async function failOne({ context, sends }: PreparedCampaign): Promise<void> {
  const [first] = await sends();
  const attempt = { messageId: first?.messageId ?? '', leaseToken: first?.messageId ?? '' };
  await claimMessage(context, attempt);
  await failSending(context, attempt, { code: 'number_blocked', message: 'The number is blocked.' });
}

describe('the totals of a campaign add up to its recipients', () => {
  test('as a draft and scheduled: all are pending', async () => {
    const draft = await prepareCampaign(worlds, { isDraft: true });
    expect(await readCheckedTotals(draft)).toMatchObject({ recipients: 3, pending: 3 });
    await startCampaign(draft.context, draft.campaign.id);
    expect([await draft.status(), await readCheckedTotals(draft)]).toMatchObject([
      'scheduled',
      { pending: 3 },
    ]);
    expect(await recipientStatuses(draft)).toEqual(['pending', 'pending', 'pending']);
  });

  test('running and completed, with one skipped and one failed', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign, contactIds } = prepared;
    await worlds.database.prisma.contact.updateMany({
      where: { id: contactIds[0] ?? '' },
      data: { isSubscribed: false },
    });
    await startOccurrence(context, campaign.id);
    expect([await prepared.status(), await readCheckedTotals(prepared)]).toMatchObject([
      'running',
      { pending: 2, skipped: 1 },
    ]);
    await prepared.runAll();
    const { prisma } = worlds.database;
    const [failing] = await prisma.message.findMany({ where: { tenantId: context.tenantId } });
    await failOne({ ...prepared, sends: async () => (await prepared.sends()).filter(isOf(failing?.id)) });
    await prisma.campaignSend.updateMany({
      where: { campaignId: campaign.id, status: 'pending' },
      data: { status: 'read' },
    });
    await finishCampaign(context, campaign.id);
    expect([await prepared.status(), await readCheckedTotals(prepared)]).toMatchObject([
      'completed',
      { pending: 0, sent: 1, read: 1, failed: 1, skipped: 1 },
    ]);
  });

  test('canceled before it was sent: all recipients are canceled', async () => {
    const prepared = await prepareCampaign(worlds);
    await cancelCampaign(prepared.context, prepared.campaign.id);
    expect([await prepared.status(), await readCheckedTotals(prepared)]).toMatchObject([
      'canceled',
      { pending: 0, canceled: 3 },
    ]);
    expect(await recipientStatuses(prepared)).toEqual(['canceled', 'canceled', 'canceled']);
  });

  test('canceled while it runs: recipients without a message are canceled, whether or not their run had begun', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign } = prepared;
    await prepared.send();
    await failOne(prepared);
    await cancelCampaign(context, campaign.id);
    expect(await readCheckedTotals(prepared)).toMatchObject({ pending: 0, failed: 1, canceled: 2 });
    expect(await recipientStatuses(prepared)).toEqual(['canceled', 'canceled', 'failed']);
  });

  test('failed before it was sent: all recipients are failed', async () => {
    const inactive = await prepareCampaign(worlds);
    await deactivateAutomation(inactive.context, inactive.campaign.automationId);
    await startOccurrence(inactive.context, inactive.campaign.id);
    const givenUp = await prepareCampaign(worlds);
    await abandonCampaign(givenUp.context, givenUp.campaign.id);
    for (const prepared of [inactive, givenUp]) {
      expect([await prepared.status(), await readCheckedTotals(prepared)]).toMatchObject([
        'failed',
        { pending: 0, failed: 3 },
      ]);
      expect(await recipientStatuses(prepared)).toEqual(['failed', 'failed', 'failed']);
    }
  });

  test('recurring: once for each occurrence so far', async () => {
    const prepared = await prepareCampaign(worlds, {
      recurrenceRules: ['FREQ=DAILY;COUNT=3'],
      isRecurring: true,
    });
    const { context, campaign } = prepared;
    expect(await readCheckedTotals(prepared)).toMatchObject({ pending: 3 });
    await startOccurrence(context, campaign.id);
    expect(await readCheckedTotals(prepared, 1)).toMatchObject({ pending: 3 });
    await worlds.database.prisma.campaignSend.updateMany({
      where: { campaignId: campaign.id },
      data: { status: 'delivered' },
    });
    await worlds.database.prisma.automationRun.updateMany({
      where: { tenantId: context.tenantId },
      data: { status: 'completed' },
    });
    await finishCampaign(context, campaign.id);
    expect([await prepared.status(), await readCheckedTotals(prepared, 1)]).toMatchObject([
      'scheduled',
      { sent: 3, pending: 0 },
    ]);
    context.clock.advance(24 * 60 * 60 * 1_000);
    await startOccurrence(context, campaign.id);
    expect(await readCheckedTotals(prepared, 2)).toMatchObject({ sent: 3, pending: 3 });
    await cancelCampaign(context, campaign.id);
    expect(await readCheckedTotals(prepared, 2)).toMatchObject({ sent: 3, canceled: 3, pending: 0 });
  });

  test('without recipients: nothing is counted', async () => {
    const prepared = await prepareCampaign(worlds, { contactIds: [] });
    await createContact(worlds.database, prepared.context.tenantId);
    expect(await readCheckedTotals(prepared)).toMatchObject({ recipients: 0, pending: 0 });
  });
});

const isOf =
  (messageId: string | undefined) =>
  ({ messageId: own }: { messageId: string | null }): boolean =>
    own === messageId;
