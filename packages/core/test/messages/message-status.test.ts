import { describe, expect, test } from '@jest/globals';
import type { MessageStatus } from '@parley/database';
import { applyMessageStatus, newId } from '../../src/index.js';
import type { StatusReport } from '../../src/messages/status-report.js';
import { createCampaign, createChannel, createChat, createMessage } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { eventsOf } from './received-message.js';
import { completeOne } from './send-one.js';

const worlds = useWorlds();
const { database, prisma, own, other } = worlds;

type Reported = StatusReport['status'];

async function sentMessage(values: Parameters<typeof createMessage>[2] = {}) {
  const chat = await createChat(database, own.tenant.id);
  const message = await createMessage(database, chat, { sender: 'outbound', status: 'sent', ...values });
  const report = (status: Reported, more: Partial<StatusReport> = {}) =>
    applyMessageStatus(worlds.context(), {
      channelId: chat.channelId,
      externalId: message.vendorId ?? 'unknown',
      reference: null,
      status,
      errors: [],
      ...more,
    });
  const read = () => prisma.message.findFirstOrThrow({ where: { id: message.id } });
  return { chat, message, report, read };
}

describe('a status moves a message forward and never back', () => {
  const moves: Record<MessageStatus, Record<Reported, MessageStatus>> = {
    pending: { sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' },
    sent: { sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' },
    delivered: { sent: 'delivered', delivered: 'delivered', read: 'read', failed: 'delivered' },
    read: { sent: 'read', delivered: 'read', read: 'read', failed: 'read' },
    failed: { sent: 'failed', delivered: 'failed', read: 'failed', failed: 'failed' },
    // No provider knows a scheduled message; the service itself fails one that cannot be started.
    scheduled: { sent: 'scheduled', delivered: 'scheduled', read: 'scheduled', failed: 'failed' },
    canceled: { sent: 'canceled', delivered: 'canceled', read: 'canceled', failed: 'canceled' },
  };
  const table = Object.entries(moves).flatMap(([from, byReport]) =>
    // The keys are the statuses of the table above.
    Object.entries(byReport).map(
      ([reported, to]) => [from as MessageStatus, reported as Reported, to] as const,
    ),
  );

  test.each(table)('%s, reported as %s, is %s', async (from, reported, to) => {
    const { chat, report, read } = await sentMessage({ status: from });
    expect(await report(reported)).toBe(from === to ? 'known' : 'moved');
    expect(await report(reported)).toBe('known');
    expect((await read()).status).toBe(to);
    const events = (await eventsOf(database, chat.id)).map(({ type, legacyType }) => [type, legacyType]);
    const type = to === 'sent' ? 'message.sent' : 'message.updated';
    const isSkipped = from === 'pending' && (to === 'delivered' || to === 'read');
    const types = [...(isSkipped ? ['message.sent'] : []), ...(from === to ? [] : [type])];
    expect(events).toEqual(types.map((name) => [name, 'WHATSAPP_MESSAGE_STATUS']));
  });

  test.each([[['delivered', 'sent', 'read', 'delivered']], [['read', 'delivered', 'sent']]] as const)(
    'in the order %p it ends as read',
    async (order) => {
      const { report, read } = await sentMessage({ status: 'pending' });
      for (const status of order) await report(status);
      expect((await read()).status).toBe('read');
    },
  );

  test.each(['delivered', 'read'] as const)(
    '%s before the result of sending is recorded: message.sent comes first, and only once',
    async (status) => {
      const leaseToken = '0193a1e0-5c00-4000-8000-00000000000c';
      const { chat, message, report } = await sentMessage({ status: 'pending', vendorId: null, leaseToken });
      const vendorId = `SM${message.id}`;
      await report(status, { externalId: vendorId, reference: message.id });
      const { channelId } = chat;
      const attempt = { messageId: message.id, leaseToken, channelId, vendorId, isWalked: false };
      expect(await completeOne(worlds.context(), attempt)).toBe(true);
      expect(await report('sent', { externalId: vendorId })).toBe('known');
      const events = await eventsOf(database, chat.id);
      expect(events.map(({ type, data }) => [type, Object(data).status])).toEqual([
        ['message.sent', 'sent'],
        ['message.updated', status],
      ]);
    },
  );

  test('when all are reported at the same time, the message ends as read, with one event for each move', async () => {
    const { chat, report, read } = await sentMessage({ status: 'pending' });
    const statuses: Reported[] = ['sent', 'delivered', 'read', 'read', 'delivered', 'sent'];
    await Promise.all(statuses.map((status) => report(status)));
    expect((await read()).status).toBe('read');
    const sentStatuses = (await eventsOf(database, chat.id)).map(({ data }) => Object(data).status);
    expect(new Set(sentStatuses).size).toBe(sentStatuses.length);
    expect(sentStatuses).toContain('sent');
  });
});

describe('a status report', () => {
  test('stores the errors of a failed message and emits them', async () => {
    const { chat, report, read } = await sentMessage();
    const errors = [{ code: '131047', message: 'Re-engagement message' }];
    await report('failed', { errors });
    expect(await read()).toMatchObject({ status: 'failed', errors });
    const [event] = await eventsOf(database, chat.id);
    expect(event?.data).toMatchObject({
      status: 'failed',
      errors,
      sender: 'outbound',
      chat: { id: chat.id },
    });
  });

  test('moves the campaign send of the message', async () => {
    const tenantId = own.tenant.id;
    const { report, message } = await sentMessage();
    const campaign = await createCampaign(database, tenantId);
    const [recipientId, occurrenceId, sendId] = [newId(), newId(), newId()];
    const campaignId = campaign.id;
    await prisma.campaignRecipient.create({
      data: { tenantId, id: recipientId, campaignId, contactId: own.contact.id },
    });
    await prisma.campaignOccurrence.create({
      data: { tenantId, id: occurrenceId, campaignId, occursAt: new Date() },
    });
    await prisma.campaignSend.create({
      data: { tenantId, id: sendId, campaignId, recipientId, occurrenceId },
    });
    await prisma.message.update({
      where: { tenantId_id: { tenantId, id: message.id } },
      data: { campaignSendId: sendId },
    });
    await prisma.campaignSend.update({
      where: { tenantId_id: { tenantId, id: sendId } },
      data: { messageId: message.id },
    });
    const status = async () => (await prisma.campaignSend.findFirstOrThrow({ where: { id: sendId } })).status;
    await report('delivered');
    expect(await status()).toBe('delivered');
    await report('sent');
    expect(await status()).toBe('delivered');
  });

  test('finds a message by our own id, and stores the provider’s id', async () => {
    const { message, report, read } = await sentMessage({ status: 'pending', vendorId: null });
    expect(await report('delivered', { externalId: 'SM1', reference: message.id })).toBe('moved');
    expect(await read()).toMatchObject({ status: 'delivered', vendorId: 'SM1' });
    expect(await report('read', { externalId: 'SM1' })).toBe('moved');
  });

  test('finds no message of another channel, another tenant or the contact', async () => {
    const { message, read } = await sentMessage({ status: 'pending', vendorId: null });
    const foreign = await createChannel(database, own.tenant.id);
    const report = { externalId: 'SM2', reference: message.id, status: 'read', errors: [] } as const;
    expect(await applyMessageStatus(worlds.context(), { ...report, channelId: foreign.id })).toBe('early');
    await applyMessageStatus(worlds.otherContext(), { ...report, channelId: other.channel.id });
    expect((await read()).status).toBe('pending');
    const { report: reportInbound, read: readInbound } = await sentMessage({
      sender: 'inbound',
      status: 'delivered',
    });
    expect(await reportInbound('read')).toBe('known');
    expect((await readInbound()).status).toBe('delivered');
  });

  test('that arrives before the provider’s id is known waits for it; all are applied in the order of the states', async () => {
    const leaseToken = '0193a1e0-5c00-4000-8000-00000000000a';
    const { chat, message, report, read } = await sentMessage({
      status: 'pending',
      vendorId: null,
      leaseToken,
    });
    const vendorId = `mid.${message.id}`;
    for (const status of ['read', 'delivered', 'read'] as const) {
      expect(await report(status, { externalId: vendorId })).toBe('early');
    }
    const { channelId } = chat;
    await completeOne(worlds.context(), {
      messageId: message.id,
      leaseToken,
      channelId,
      vendorId,
      isWalked: false,
    });
    expect(await read()).toMatchObject({ status: 'read', vendorId, leaseToken: null });
    const statuses = (await eventsOf(database, chat.id)).map(({ data }) => Object(data).status);
    expect(statuses).toEqual(['sent', 'delivered', 'read']);
    expect(await prisma.earlyStatus.count({ where: { channelId } })).toBe(0);
  });

  test('is never lost when it arrives at the moment when the id becomes known', async () => {
    const leaseToken = '0193a1e0-5c00-4000-8000-00000000000b';
    for (let round = 0; round < 20; round += 1) {
      const { chat, message, report, read } = await sentMessage({
        status: 'pending',
        vendorId: null,
        leaseToken,
      });
      const vendorId = `mid.${message.id}`;
      const attempt = {
        messageId: message.id,
        leaseToken,
        channelId: chat.channelId,
        vendorId,
        isWalked: false,
      };
      await Promise.all([
        completeOne(worlds.context(), attempt),
        report('delivered', { externalId: vendorId }),
      ]);
      expect((await read()).status).toBe('delivered');
    }
  });

  test('leaves the old statuses of all channels to maintenance', async () => {
    const channel = await createChannel(database, own.tenant.id);
    const foreign = await createChannel(database, other.tenant.id);
    const report = { reference: null, status: 'read', errors: [], externalId: 'one' } as const;
    await applyMessageStatus(worlds.otherContext(), { ...report, channelId: foreign.id });
    const context = worlds.context();
    await applyMessageStatus(context, { ...report, channelId: channel.id });
    context.clock.advance(61 * 60 * 1_000);
    await applyMessageStatus(context, { ...report, channelId: channel.id, externalId: 'two' });
    for (const [channelId, count] of [
      [channel.id, 2],
      [foreign.id, 1],
    ] as const)
      expect(await prisma.earlyStatus.count({ where: { channelId } })).toBe(count);
  });
});
