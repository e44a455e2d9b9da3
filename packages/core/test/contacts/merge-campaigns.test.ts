import { describe, expect, test } from '@jest/globals';
import { finishCampaign, mergeContacts, startOccurrence } from '../../src/index.js';
import { prepareCampaign } from '../campaigns/prepare-campaign.js';
import { report } from '../campaigns/report-status.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

/** Prepares a campaign to two contacts, which are merged into the first one. */
async function prepareTwo() {
  const prepared = await prepareCampaign(worlds, { contactCount: 2 });
  const [contactId = '', mergedId = ''] = prepared.contactIds;
  const { prisma } = worlds.database;
  const { id: campaignId } = prepared.campaign;
  const sendOf = (of: string) =>
    prisma.campaignSend.findFirst({ where: { campaignId, recipient: { contactId: of } } });
  return {
    ...prepared,
    mergedId,
    keptId: contactId,
    sendOf,
    merge: () => mergeContacts(prepared.context, { contactId, mergedId }),
    recipients: () => prisma.campaignRecipient.findMany({ where: { campaignId } }),
    runs: () =>
      prisma.automationRun.findMany({
        where: { tenantId: prepared.context.tenantId },
        orderBy: { id: 'asc' },
      }),
  };
}

describe('a campaign with both contacts', () => {
  test('has one recipient, before it starts and then', async () => {
    const { campaign, context, merge, recipients, keptId, totals } = await prepareTwo();
    await merge();
    expect((await recipients()).map(({ contactId }) => contactId)).toEqual([keptId]);
    await startOccurrence(context, campaign.id);
    expect(await totals()).toMatchObject({ recipients: 1, pending: 1 });
  });

  test('sends once; the run of the merged contact is canceled, and the campaign ends', async () => {
    const prepared = await prepareTwo();
    const { campaign, context, merge, runs, runAll, sends, status, totals } = prepared;
    await startOccurrence(context, campaign.id);
    await merge();
    expect((await runs()).map((run) => run.status).sort()).toEqual(['canceled', 'scheduled']);
    expect(await runAll()).toBe(1);
    const [only, ...others] = await sends();
    expect(others).toEqual([]);
    await report(prepared, only?.messageId ?? null, 'sent');
    expect(await totals()).toMatchObject({ recipients: 1, sent: 1 });
    await finishCampaign(context, campaign.id);
    expect(await status()).toBe('completed');
  });

  test('keeps the outcome that got further, even of the merged contact; its message stays', async () => {
    const prepared = await prepareTwo();
    const { context, merge, sendOf, mergedId, keptId, totals } = prepared;
    await prepared.send();
    const [kept, merged] = [await sendOf(keptId), await sendOf(mergedId)];
    await report(prepared, kept?.messageId ?? null, 'failed');
    await report(prepared, merged?.messageId ?? null, 'delivered');
    await merge();
    expect(await sendOf(keptId)).toMatchObject({ id: merged?.id, status: 'delivered' });
    expect(await totals()).toMatchObject({ recipients: 1, sent: 1, delivered: 1, failed: 0 });
    const messages = await worlds.database.prisma.message.findMany({ where: { tenantId: context.tenantId } });
    expect(messages.map(({ campaignSendId }) => campaignSendId)).toEqual([merged?.id, merged?.id]);
    await report(prepared, merged?.messageId ?? null, 'read');
    expect(await totals()).toMatchObject({ read: 1, failed: 0 });
  });

  test('a later report about the message of the other contact changes only the message', async () => {
    const prepared = await prepareTwo();
    const { merge, sendOf, mergedId, keptId, totals } = prepared;
    await prepared.send();
    const [kept, merged] = [await sendOf(keptId), await sendOf(mergedId)];
    for (const send of [kept, merged]) await report(prepared, send?.messageId ?? null, 'sent');
    await merge();
    await report(prepared, merged?.messageId ?? null, 'read');
    expect(await sendOf(keptId)).toMatchObject({ id: kept?.id, messageId: kept?.messageId, status: 'sent' });
    expect(await totals()).toMatchObject({ recipients: 1, sent: 1, delivered: 0, read: 0 });
  });

  test('a campaign of the merged contact alone goes on with the other one', async () => {
    const prepared = await prepareTwo();
    const { campaign, context, merge, recipients, runs, runAll, keptId, totals } = prepared;
    await startOccurrence(context, campaign.id);
    await worlds.database.prisma.campaignRecipient.deleteMany({ where: { contactId: keptId } });
    await merge();
    expect((await recipients()).map(({ contactId }) => contactId)).toEqual([keptId]);
    expect((await runs()).map(({ contactId, status }) => [contactId, status])).toEqual([
      [keptId, 'scheduled'],
    ]);
    expect(await runAll()).toBe(1);
    expect(await totals()).toMatchObject({ recipients: 1, pending: 1, failed: 0 });
  });
});
