import { describe, expect, test } from '@jest/globals';
import type { Channel } from '@parley/database';
import { createChat, createMessage } from '@parley/testkit';
import * as instagram from '../../../../../packages/channels/test/payloads/instagram.js';
import { statusCallback } from '../../../../../packages/channels/test/payloads/sms.js';
import { notification, statuses } from '../../../../../packages/channels/test/payloads/whatsapp.js';
import { caseOf, signByTwilio } from './provider-requests.js';
import { publicUrl, useIngress } from './use-ingress.js';

const stage = useIngress();
const { addChannel, post, postSigned } = stage;

describe('statuses of sent messages', () => {
  const addOutbound = async (channel: Channel, values: Parameters<typeof createMessage>[2]) =>
    createMessage(
      stage.app.database,
      await createChat(stage.app.database, stage.app.tenant.id, { channelId: channel.id }),
      {
        sender: 'outbound',
        status: 'pending',
        vendorId: null,
        ...values,
      },
    );
  const statusOf = async ({ id }: { id: string }) =>
    (await stage.app.database.prisma.message.findFirstOrThrow({ where: { id } })).status;

  test('of WhatsApp update the message and store the error of a failed one', async () => {
    const provider = caseOf('whatsapp');
    const channel = await addChannel(provider.channel);
    const read = await addOutbound(channel, { vendorId: 'wamid.S' });
    const failed = await addOutbound(channel, { vendorId: 'wamid.F' });
    const body = JSON.stringify(statuses);
    expect((await postSigned(provider, channel, body)).status).toBe(200);
    expect((await postSigned(provider, channel, body)).status).toBe(200);
    expect(await statusOf(read)).toBe('read');
    expect(await stage.app.database.prisma.message.findFirst({ where: { id: failed.id } })).toMatchObject({
      status: 'failed',
      errors: [{ code: '131047', message: expect.stringContaining('More than 24 hours') }],
    });
    const events = await stage.app.database.prisma.event.findMany({
      where: { chatId: read.chatId },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ type, legacyType }) => [type, legacyType])).toEqual([
      ['message.sent', 'WHATSAPP_MESSAGE_STATUS'],
      ['message.updated', 'WHATSAPP_MESSAGE_STATUS'],
      ['message.updated', 'WHATSAPP_MESSAGE_STATUS'],
    ]);
  });

  test('match a message whose response was lost by our own id, which WhatsApp and Twilio repeat', async () => {
    const whatsapp = await addChannel(caseOf('whatsapp').channel);
    const one = await addOutbound(whatsapp, {});
    const status = {
      id: 'wamid.L',
      status: 'delivered',
      timestamp: '1763112002',
      biz_opaque_callback_data: one.id,
    };
    await postSigned(caseOf('whatsapp'), whatsapp, JSON.stringify(notification({ statuses: [status] })));
    expect(await stage.app.database.prisma.message.findFirst({ where: { id: one.id } })).toMatchObject({
      status: 'delivered',
      vendorId: 'wamid.L',
    });
    const sms = await addChannel(caseOf('sms').channel);
    const other = await addOutbound(sms, {});
    const form = new URLSearchParams(statusCallback('delivered')).toString();
    const query = `?reference=${other.id}`;
    const signature = signByTwilio(form, `${publicUrl}/ingress/${sms.id}${query}`);
    expect((await post(sms, form, signature, query)).status).toBe(200);
    expect(await statusOf(other)).toBe('delivered');
  });

  test('of unknown messages are accepted', async () => {
    const provider = caseOf('instagram');
    const channel = await addChannel(provider.channel);
    expect((await postSigned(provider, channel, JSON.stringify(instagram.receipts))).status).toBe(200);
    expect(await stage.app.database.prisma.earlyStatus.count({ where: { channelId: channel.id } })).toBe(3);
  });
});
