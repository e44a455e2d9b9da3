import { describe, expect, test } from '@jest/globals';
import {
  campaignDetails,
  cancelCampaign,
  createCampaign,
  finishCampaign,
  getById,
  removeExpired,
  startOccurrence,
} from '../../src/index.js';
import { type PreparedCampaign, prepareCampaign } from '../campaigns/prepare-campaign.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const { database, prisma } = worlds;

const day = 24 * 60 * 60 * 1_000;
const removeAfter = (days: number) =>
  removeExpired(database, new Date(Date.now() + days * day), worlds.sizes);

/** Retention compares the clock with the ids of records, which have the time at which they were made. */
const prepare = (values: Parameters<typeof prepareCampaign>[1] = {}) =>
  prepareCampaign(worlds, { start: new Date(), ...values });

/** One recipient is unsubscribed, the others have read their message. */
async function finish({ context, campaign, contactIds, runAll }: PreparedCampaign): Promise<void> {
  await prisma.contact.updateMany({ where: { id: contactIds[0] ?? '' }, data: { isSubscribed: false } });
  await startOccurrence(context, campaign.id);
  await runAll();
  await prisma.campaignSend.updateMany({
    where: { campaignId: campaign.id, status: 'pending' },
    data: { status: 'read' },
  });
  await finishCampaign(context, campaign.id);
}

const recipientsLeft = ({ campaign }: PreparedCampaign) =>
  prisma.campaignRecipient.count({ where: { campaignId: campaign.id } });

describe('the recipients of a campaign that has sent nothing', () => {
  test('are removed 180 days after it was canceled; the totals are kept', async () => {
    const prepared = await prepare();
    const { context, campaign } = prepared;
    await prisma.campaign.updateMany({
      where: { id: campaign.id },
      data: { status: 'scheduled' },
    });
    await cancelCampaign(context, campaign.id);
    const totals = await prepared.totals();
    expect(totals).toMatchObject({ recipients: 3 });
    await removeAfter(175);
    expect(await recipientsLeft(prepared)).toBe(3);
    await removeAfter(185);
    expect(await recipientsLeft(prepared)).toBe(0);
    expect(await prepared.totals()).toEqual(totals);
  });

  test('are kept while one of its occurrences has not ended', async () => {
    const prepared = await prepare();
    const { campaign, context, contactIds } = prepared;
    await startOccurrence(context, campaign.id);
    await prisma.campaign.updateMany({ where: { id: campaign.id }, data: { status: 'canceled' } });
    await prisma.campaignSend.deleteMany({ where: { recipient: { contactId: contactIds[0] ?? '' } } });
    await removeAfter(1_000);
    expect(await recipientsLeft(prepared)).toBe(3);
    await prisma.campaignOccurrence.updateMany({
      where: { campaignId: campaign.id },
      data: { finishedAt: context.now() },
    });
    await removeAfter(1_000);
    expect(await recipientsLeft(prepared)).toBe(0);
  });

  test('are kept while it can still send', async () => {
    const prepared = await prepare();
    await removeAfter(1_000);
    expect(await recipientsLeft(prepared)).toBe(3);
  });
});

describe('the sends of a campaign', () => {
  test('are removed with their recipients 180 days after the occurrence has ended; the totals are kept', async () => {
    const prepared = await prepare();
    await finish(prepared);
    const totals = await prepared.totals();
    expect(totals).toMatchObject({ recipients: 3, sent: 2, delivered: 2, read: 2, skipped: 1 });
    await removeAfter(175);
    expect((await prepared.sends()).length).toBe(3);
    await removeAfter(185);
    expect([await prepared.sends(), await recipientsLeft(prepared)]).toEqual([[], 0]);
    expect(await prepared.totals()).toEqual(totals);
  });

  test('of another campaign of the workspace are kept, and so are its totals', async () => {
    const prepared = await prepare();
    const { campaign, context, contactIds } = prepared;
    const { channelId, automationId } = campaign;
    const variables = [{ name: 'code', value: 'A-1' }];
    const draft = { name: 'Other', channelId, automationId, contactIds, variables };
    const other = await createCampaign(context, draft);
    await startOccurrence(context, other.id);
    const totalsOfOther = async () => (await getById(context, campaignDetails, other.id)).totals;
    await finish(prepared);
    const before = await totalsOfOther();
    expect(before).toMatchObject({ recipients: 3 });
    await removeAfter(185);
    expect(await prepared.sends()).toEqual([]);
    expect(await totalsOfOther()).toEqual(before);
    expect(await prisma.campaignSend.count({ where: { campaignId: other.id } })).toBe(3);
    expect(await prisma.campaignRecipient.count({ where: { campaignId: other.id } })).toBe(3);
  });

  test('of a campaign that recurs are removed without its recipients, and the next totals include the removed sends', async () => {
    const prepared = await prepare({
      isRecurring: true,
      recurrenceRules: ['FREQ=DAILY;COUNT=3'],
    });
    await finish(prepared);
    await removeAfter(185);
    expect([await prepared.status(), await recipientsLeft(prepared)]).toEqual(['scheduled', 3]);
    prepared.context.clock.advance(day);
    await finish(prepared);
    expect(await prepared.totals()).toMatchObject({ recipients: 3, read: 4, skipped: 2, pending: 0 });
    await removeAfter(400);
    expect(await prepared.totals()).toMatchObject({ recipients: 3, read: 4, skipped: 2, pending: 0 });
  });

  test('of an occurrence that has not ended are kept', async () => {
    const prepared = await prepare();
    await startOccurrence(prepared.context, prepared.campaign.id);
    await removeAfter(10_000);
    expect((await prepared.sends()).length).toBe(3);
  });
});
