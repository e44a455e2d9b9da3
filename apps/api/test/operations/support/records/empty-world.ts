import { newId } from '@parley/core';
import type { Database } from '@parley/database';
import type { World } from '@parley/testkit';

/** Removes the value of every optional field of the records of a world. */
export async function emptyWorld({ prisma }: Database, world: World): Promise<void> {
  const { contact, chat, message, automation, automationRun, delivery } = world;
  await prisma.contact.updateMany({
    where: { id: contact.id },
    data: { firstName: null, lastName: null, email: null, phoneNumber: null },
  });
  await prisma.chat.updateMany({ where: { id: chat.id }, data: { openUntil: null } });
  await prisma.message.updateMany({
    where: { id: message.id },
    data: {
      ...{
        vendorId: null,
        text: null,
        subject: null,
        authentication: { spf: null, dkim: null, dmarc: null },
      },
      attachments: [
        { type: 'video', url: 'https://media.example/7', name: null, contentType: 'video/mp4', size: null },
      ],
    },
  });
  const silent = { tenantId: chat.tenantId, id: newId(), chatId: chat.id, channelId: chat.channelId };
  const sender = 'inbound';
  await prisma.message.create({ data: { ...silent, sender, text: null, timestamp: message.timestamp } });
  await prisma.message.updateMany({
    where: { id: world.scheduledMessage.id },
    data: { text: null, replyToId: silent.id },
  });
  await prisma.messageTemplate.updateMany({
    where: { id: world.messageTemplate.id },
    data: { body: 'Hello', channelType: null, language: null, mediaFileId: null },
  });
  await prisma.automationVersion.updateMany({
    where: { automationId: automation.id },
    data: {
      triggerChannelId: null,
      triggerParameters: {},
      steps: [{ type: 'send_template', messageTemplateId: world.messageTemplate.id, mediaFileId: null }],
    },
  });
  await prisma.automationRun.updateMany({ where: { id: automationRun.id }, data: { chatId: null } });
  await prisma.campaign.updateMany({
    where: { id: world.scheduledCampaign.id },
    data: { status: 'running', isScheduled: false, scheduledAt: null },
  });
  await prisma.delivery.updateMany({
    where: { id: delivery.id },
    data: { nextAttemptAt: null, lastStatusCode: null, deliveredAt: null },
  });
}

/** Removes the messages of the chat as well. */
export async function removeMessages({ prisma }: Database, { chat }: World): Promise<void> {
  await prisma.chat.updateMany({ where: { id: chat.id }, data: { latestMessageId: null } });
  await prisma.message.deleteMany({ where: { chatId: chat.id } });
}
