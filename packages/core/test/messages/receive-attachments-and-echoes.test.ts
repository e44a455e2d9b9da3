import { describe, expect, test } from '@jest/globals';
import { findJobs } from '../find-jobs.js';
import { createMessage } from '../testkit.js';
import { chatsOf, eventsOf } from './received-message.js';
import { useReceiving } from './use-receiving.js';

const { worlds, receive, newChannel } = useReceiving();
const { database } = worlds;

describe('attachments', () => {
  const facts = { type: 'image', name: 'photo.jpg', contentType: 'image/jpeg', size: null } as const;

  test('with their bytes become private files; no URL is stored', async () => {
    const channel = await newChannel({ type: 'email' });
    const content = Buffer.from('bytes of a photo');
    await receive(channel.id, {
      from: { handleType: 'email', value: 'ada@example.com' },
      attachments: [{ ...facts, content }],
    });
    const message = await database.prisma.message.findFirstOrThrow({ where: { channelId: channel.id } });
    const [attachment] = message.attachments as [{ fileId: string; size: number }];
    expect(attachment).toEqual({ ...facts, size: content.length, fileId: expect.any(String) });
    const file = await database.prisma.file.findFirstOrThrow({
      where: { id: attachment.fileId },
      include: { content: true },
    });
    expect(file.publicToken).toBeNull();
    expect(Buffer.from(file.content[0]?.bytes ?? [])).toEqual(content);
  });

  test('that open with credentials only keep the provider’s link and get a job that fetches them', async () => {
    const channel = await newChannel();
    const url = 'https://graph.facebook.com/v23.0/1003383421387256';
    const result = await receive(channel.id, { attachments: [{ ...facts, url, needsCredentials: true }] });
    const message = await database.prisma.message.findFirstOrThrow({ where: { channelId: channel.id } });
    expect(message.attachments).toEqual([{ ...facts, url, needsCredentials: true }]);
    expect(await findJobs(database, 'fetch-media', result?.messageId ?? '')).toHaveLength(1);
  });
});

describe('an echo', () => {
  const instagram = { handleType: 'instagram', value: '6547000000000001' } as const;

  test('is a sent message of ours; it neither opens the chat nor counts as unread', async () => {
    const channel = await newChannel({ type: 'instagram' });
    await receive(channel.id, { from: instagram });
    const [chat] = await chatsOf(database, channel);
    await database.prisma.chat.updateMany({ where: { channelId: channel.id }, data: { status: 'closed' } });
    const result = await receive(channel.id, { from: instagram, echo: true, text: 'Yes, it is.' });
    const after = await database.prisma.chat.findFirstOrThrow({ where: { channelId: channel.id } });
    expect(after).toMatchObject({ status: 'closed', unreadCount: 1, openUntil: chat?.openUntil });
    expect(after.latestMessageId).toBe(result?.messageId);
    const event = (await eventsOf(database, after.id)).at(-1);
    expect(event).toMatchObject({ type: 'message.sent', legacyType: 'INSTAGRAM_MESSAGE_ECHO' });
    expect(event?.data).toMatchObject({ sender: 'outbound', status: 'sent', text: 'Yes, it is.' });
  });

  test('has no name in v2 on other channels', async () => {
    const channel = await newChannel();
    const result = await receive(channel.id, { echo: true });
    const event = (await eventsOf(database, result?.chatId ?? '')).at(-1);
    expect(event).toMatchObject({ type: 'message.sent', legacyType: null });
  });

  test('of a message that we are sending confirms that message and creates no other', async () => {
    const channel = await newChannel({ type: 'instagram' });
    await receive(channel.id, { from: instagram });
    const chat = await database.prisma.chat.findFirstOrThrow({ where: { channelId: channel.id } });
    const sending = await createMessage(database, chat, {
      sender: 'outbound',
      status: 'pending',
      vendorId: null,
      text: 'Here you are. ',
      leaseToken: '0193a1e0-5c00-4000-8000-000000000001',
    });
    const echo = { from: instagram, echo: true, text: 'Here you are.', externalId: 'mid.OWN' };
    expect(await receive(channel.id, echo)).toBeNull();
    expect(await receive(channel.id, echo)).toBeNull();
    const messages = await database.prisma.message.findMany({
      where: { chatId: chat.id, sender: 'outbound' },
    });
    expect(messages).toMatchObject([{ id: sending.id, vendorId: 'mid.OWN', status: 'sent' }]);
    const event = (await eventsOf(database, chat.id)).at(-1);
    expect(event).toMatchObject({ type: 'message.sent', legacyType: 'INSTAGRAM_MESSAGE_STATUS' });
  });
});
