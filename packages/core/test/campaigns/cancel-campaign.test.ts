import { describe, expect, test } from '@jest/globals';
import { abandonCampaign, cancelCampaign, newId, startOccurrence } from '../../src/index.js';
import { refusal } from '../refusals.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';
import { noTotals, report } from './report-status.js';

const worlds = useWorlds();

describe('cancel', () => {
  test('stops everything that has not been sent: runs, waiting messages and sends', async () => {
    const steps = [
      { type: 'send_message', text: '1' },
      { type: 'wait', seconds: 60 },
      { type: 'send_message', text: '2' },
    ] as const;
    const prepared = await prepareCampaign(worlds, {
      contactCount: 4,
      steps,
      recurrenceRules: ['FREQ=DAILY'],
    });
    const { campaign, context, totals } = prepared;
    const { prisma } = worlds.database;
    await startOccurrence(context, campaign.id);
    const [sent, leased, waiting, untouched] = await prisma.automationRun.findMany({
      where: { tenantId: context.tenantId },
      orderBy: { id: 'asc' },
    });
    await prisma.automationRun.updateMany({
      where: { id: untouched?.id ?? '' },
      data: { scheduledAt: new Date('2027-01-01') },
    });
    await prepared.runAll();
    const messageOf = (runId = '') => prisma.message.findFirstOrThrow({ where: { automationRunId: runId } });
    await report(prepared, (await messageOf(sent?.id)).id, 'sent');
    const claimed = await messageOf(leased?.id);
    await prisma.message.updateMany({ where: { id: claimed.id }, data: { leaseToken: newId() } });

    const canceled = await cancelCampaign(context, campaign.id);
    expect(canceled).toMatchObject({ status: 'canceled', nextOccurrenceAt: null });
    const before = { ...noTotals, recipients: 4, sent: 1, pending: 1, canceled: 2 };
    expect(canceled.totals).toEqual(before);
    expect(await messageOf(waiting?.id)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'campaign_canceled' }],
    });
    const runs = await prisma.automationRun.findMany({ where: { tenantId: context.tenantId } });
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['canceled']));
    const events = await prisma.event.findMany({
      where: { tenantId: context.tenantId, type: 'message.updated' },
    });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ legacyType: 'SMS_MESSAGE_STATUS', data: { status: 'failed' } });

    // The message that was being sent is delivered, and its send gets the same status.
    await report(prepared, claimed.id, 'delivered');
    expect(await totals()).toEqual({ ...before, pending: 0, sent: 2, delivered: 1 });
    context.clock.advance(86_400_000);
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    expect(await prepared.runAll()).toBe(0);
    expect(await prisma.message.count({ where: { tenantId: context.tenantId } })).toBe(3);
  });

  test('409 for a campaign that is over or a draft; 404 for an unknown one', async () => {
    const { campaign, context } = await prepareCampaign(worlds);
    await cancelCampaign(context, campaign.id);
    await expect(cancelCampaign(context, campaign.id)).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
    const draft = await prepareCampaign(worlds, { isDraft: true });
    await expect(cancelCampaign(draft.context, draft.campaign.id)).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
    for (const wrong of [newId(), 'x', draft.campaign.id]) {
      await expect(cancelCampaign(context, wrong)).rejects.toMatchObject(refusal('campaign_not_found'));
    }
  });

  test('a campaign whose start was abandoned is shown as failed', async () => {
    const { campaign, context, status } = await prepareCampaign(worlds);
    await abandonCampaign(context, campaign.id);
    expect(await status()).toBe('failed');
    expect(await startOccurrence(context, campaign.id)).toBeNull();
  });
});
