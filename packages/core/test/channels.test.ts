import { describe, expect, test } from '@jest/globals';
import { deleteChannel } from '../src/index.js';
import { prepareCampaign } from './campaigns/prepare-campaign.js';
import { withChatsOfChannel } from './chats-of-channel.js';
import { createChannel } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds({ deletionBatch: 5 });
const { database, prisma, own, other } = worlds;

describe('deleting a channel', () => {
  test('with more chats than one statement deletes leaves none, and keeps those of others', async () => {
    const channel = await createChannel(database, own.tenant.id);
    await fillChannel(channel.id, 11);
    const chats = () => prisma.chat.count({ where: { tenantId: own.tenant.id } });
    const before = await chats();
    expect(await deleteChannel(worlds.context(), channel.id)).toEqual({
      deletedIds: [channel.id],
      notFoundIds: [],
    });
    expect(await chats()).toBe(before - 11);
    expect(await prisma.message.count({ where: { channelId: channel.id } })).toBe(0);
    expect(await prisma.channel.count({ where: { id: channel.id } })).toBe(0);
  });

  test('cancels its campaigns first, and emits events of their waiting messages', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 2 });
    const { campaign, context } = prepared;
    const { tenantId } = context;
    await prepared.send();
    expect((await deleteChannel(context, campaign.channelId)).deletedIds).toEqual([campaign.channelId]);
    const events = await prisma.event.findMany({ where: { tenantId, type: 'message.updated' } });
    expect(events).toMatchObject([{ data: { status: 'failed' } }, { data: { status: 'failed' } }]);
    expect(await prisma.campaign.count({ where: { tenantId } })).toBe(0);
    expect(await prisma.automationRun.count({ where: { tenantId } })).toBe(0);
  });

  test('of another tenant changes nothing', async () => {
    await fillChannel(other.channel.id, 6, other.tenant.id);
    const before = await prisma.chat.count({ where: { channelId: other.channel.id } });
    expect(await deleteChannel(worlds.context(), other.channel.id)).toMatchObject({ deletedIds: [] });
    expect(await prisma.chat.count({ where: { channelId: other.channel.id } })).toBe(before);
  });
});

/** Creates chats with one message each. */
async function fillChannel(channelId: string, count: number, tenantId = own.tenant.id): Promise<void> {
  await database.pool.query(`${withChatsOfChannel} select`, [tenantId, channelId, count]);
}
