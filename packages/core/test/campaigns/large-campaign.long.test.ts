import { describe, expect, test } from '@jest/globals';
import {
  cancelCampaign,
  deleteCampaign,
  startCampaign,
  startOccurrence,
  updateCampaign,
} from '../../src/index.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';
import { noTotals } from './report-status.js';

const worlds = useWorlds();

describe('5,000 recipients', () => {
  test('are started in seconds, and canceled and deleted in seconds with all their messages', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 0, isDraft: true });
    const { campaign, context, totals } = prepared;
    const { database, tenantId } = context;
    const contacts = Array.from({ length: 5_000 }, (_, index) => ({
      phoneNumber: `+4940${String(index).padStart(7, '0')}`,
    }));
    await updateCampaign(context, campaign.id, { contacts });
    await startCampaign(context, campaign.id);
    const [start, started] = await measure(() => startOccurrence(context, campaign.id));
    expect(started).toMatchObject({ pending: 5_000, skipped: 0 });
    const [count, counted] = await measure(totals);
    expect(counted).toEqual({ ...noTotals, recipients: 5_000, pending: 5_000 });
    await writeMessages(tenantId, campaign.id);
    const [cancel, canceled] = await measure(() => cancelCampaign(context, campaign.id));
    expect(canceled.totals).toEqual({ ...noTotals, recipients: 5_000, canceled: 5_000 });
    expect(await database.prisma.message.count({ where: { tenantId, status: 'failed' } })).toBe(5_000);
    const [remove, removed] = await measure(() => deleteCampaign(context, campaign.id));
    expect(removed.deletedIds).toEqual([campaign.id]);
    expect(await database.prisma.message.count({ where: { tenantId, campaignSendId: null } })).toBe(5_000);
    expect(start).toBeLessThan(10_000);
    expect(count).toBeLessThan(1_000);
    expect(cancel).toBeLessThan(10_000);
    expect(remove).toBeLessThan(20_000);
  }, 120_000);

  async function measure<Result>(work: () => Promise<Result>): Promise<[milliseconds: number, Result]> {
    const startedAtMs = performance.now();
    const result = await work();
    return [performance.now() - startedAtMs, result];
  }

  /** Writes the messages of the runs directly, which takes seconds instead of minutes. */
  async function writeMessages(tenantId: string, campaignId: string): Promise<void> {
    await worlds.database.pool.query(
      `with chat as (
         insert into chats (tenant_id, id, channel_id, contact_id, handle_id)
         select handle.tenant_id, gen_random_uuid(), campaign.channel_id, handle.contact_id, handle.id
         from handles handle join campaigns campaign on campaign.id = $2
         where handle.tenant_id = $1
         returning tenant_id, id, channel_id, contact_id
       ), message as (
         insert into messages (tenant_id, id, chat_id, channel_id, sender, status, text, timestamp, campaign_send_id)
         select chat.tenant_id, gen_random_uuid(), chat.id, chat.channel_id, 'outbound', 'pending', 'Offer', now(), send.id
         from chat
         join campaign_recipients recipient on recipient.contact_id = chat.contact_id and recipient.campaign_id = $2
         join campaign_sends send on send.recipient_id = recipient.id
         returning id, campaign_send_id
       )
       select id, campaign_send_id from message`,
      [tenantId, campaignId],
    );
    await worlds.database.pool.query(
      `update campaign_sends send set message_id = message.id from messages message
       where message.campaign_send_id = send.id and send.campaign_id = $1`,
      [campaignId],
    );
  }
});
