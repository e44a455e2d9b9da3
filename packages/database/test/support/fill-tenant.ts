import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '../../src/index.js';
import { addEvents, addFiles } from './fill-files-and-events.js';
import { createIds, type Ids } from './ids-of-tenant.js';

export type FilledTenant = Awaited<ReturnType<typeof fillTenant>>;

/** Creates a tenant with at least one row in every table. */
export async function fillTenant(prisma: PrismaClient) {
  const ids = createIds();
  const { tenantId } = ids;
  await prisma.tenant.create({ data: { id: tenantId, slug: tenantId, name: 'Tenant' } });
  await prisma.apiKey.create({ data: { tenantId, id: randomUUID(), name: 'Key', scopes: ['*'] } });
  await prisma.idempotencyKey.create({
    data: { tenantId, key: 'k', operationId: 'op', requestHash: 'h', result: {}, expiresAt: new Date() },
  });
  await prisma.rateLimitWindow.create({ data: { tenantId, windowStart: new Date(), count: 1 } });
  await prisma.inboundWindow.create({
    data: { tenantId, channelId: ids.channelId, windowStart: new Date(), count: 1 },
  });
  await prisma.waitingJobCount.create({ data: { tenantId, jobs: 1 } });
  await prisma.dataKey.create({
    data: { tenantId, id: randomUUID(), wrappingKeyId: 'k', wrapped: new Uint8Array(60) },
  });
  await prisma.auditLogEntry.create({
    data: { tenantId, id: randomUUID(), action: 'a', actorType: 'service', resourceId: tenantId },
  });
  await prisma.apiUsage.create({
    data: {
      tenantId,
      id: randomUUID(),
      createdAt: new Date(Date.UTC(2026, 0, 1)),
      kind: 'operation',
      apiVersion: 'v3',
      operationId: 'op',
      name: 'op',
      count: 1,
    },
  });
  await addPeople(prisma, ids);
  await addAutomation(prisma, ids);
  await addCampaign(prisma, ids);
  await addChat(prisma, ids);
  await addFiles(prisma, ids);
  await addEvents(prisma, ids);
  return ids;
}

async function addPeople(prisma: PrismaClient, ids: Ids): Promise<void> {
  const { tenantId, channelId, contactId, handleId, labelId, attributeId, userId, teamId } = ids;
  const { segmentId, mergedContactId } = ids;
  await prisma.channel.create({
    data: { tenantId, id: channelId, type: 'whatsapp', provider: 'sandbox', name: 'WhatsApp' },
  });
  await prisma.contact.create({ data: { tenantId, id: contactId, firstName: 'Ada' } });
  await prisma.handle.create({
    data: { tenantId, id: handleId, contactId, type: 'phone_number', value: '+4930123456' },
  });
  await prisma.label.create({ data: { tenantId, id: labelId, name: 'VIP', color: '#ff0000' } });
  await prisma.contactLabel.create({ data: { tenantId, contactId, labelId } });
  await prisma.mergedContact.create({ data: { tenantId, id: mergedContactId, mergedInto: contactId } });
  await prisma.user.create({ data: { tenantId, id: userId, name: 'Mara', externalId: 'crm-204' } });
  await prisma.team.create({
    data: { tenantId, id: teamId, name: 'Support', externalId: 'team-1', members: { create: { userId } } },
  });
  await prisma.segment.create({
    data: { tenantId, id: segmentId, name: 'VIPs', query: 'eq(labelName,"VIP")' },
  });
  await prisma.attribute.create({ data: { tenantId, id: attributeId, externalId: 'city', name: 'City' } });
  await prisma.attributeValue.create({ data: { tenantId, contactId, attributeId, value: 'Berlin' } });
}

async function addAutomation(prisma: PrismaClient, ids: Ids): Promise<void> {
  const { tenantId, automationId, versionId, messageTemplateId } = ids;
  await prisma.$transaction([
    prisma.automation.create({
      data: {
        tenantId,
        id: automationId,
        name: 'Welcome',
        latestVersionId: versionId,
        latestVersionTriggerType: 'manual',
      },
    }),
    prisma.automationVersion.create({
      data: { tenantId, id: versionId, automationId, number: 1, triggerType: 'manual' },
    }),
  ]);
  await prisma.messageTemplate.create({
    data: { tenantId, id: messageTemplateId, name: 'Hello', body: 'Hello' },
  });
}

async function addCampaign(prisma: PrismaClient, ids: Ids): Promise<void> {
  const { tenantId, campaignId, channelId, automationId, messageTemplateId } = ids;
  const { recipientId, occurrenceId, contactId, sendId } = ids;
  await prisma.campaign.create({
    data: { tenantId, id: campaignId, channelId, automationId, messageTemplateId, name: 'Spring' },
  });
  await prisma.campaignRecipient.create({ data: { tenantId, id: recipientId, campaignId, contactId } });
  await prisma.campaignOccurrence.create({
    data: { tenantId, id: occurrenceId, campaignId, occursAt: new Date() },
  });
  await prisma.campaignSend.create({ data: { tenantId, id: sendId, campaignId, recipientId, occurrenceId } });
}

async function addChat(prisma: PrismaClient, ids: Ids): Promise<void> {
  const { tenantId, chatId, channelId, contactId, handleId, messageId } = ids;
  const { runId, automationId, versionId, sendId, messageTemplateId } = ids;
  await prisma.chat.create({ data: { tenantId, id: chatId, channelId, contactId, handleId } });
  const { noteId, userId, eventId } = ids;
  await prisma.chatNote.create({
    data: { tenantId, id: noteId, chatId, text: 'Call back', authorUserId: userId, eventId },
  });
  await prisma.automationRun.create({
    data: {
      tenantId,
      id: runId,
      automationId,
      automationVersionId: versionId,
      contactId,
      chatId,
      campaignSendId: sendId,
      scheduledAt: new Date(),
    },
  });
  await prisma.automationRunStep.create({
    data: { tenantId, runId, number: 1, position: 0, type: 'send_message', startedAt: new Date() },
  });
  await prisma.message.create({
    data: {
      tenantId,
      id: messageId,
      chatId,
      channelId,
      vendorId: 'vendor-1',
      sender: 'outbound',
      text: 'Hello',
      timestamp: new Date(),
      messageTemplateId,
      automationRunId: runId,
      campaignSendId: sendId,
    },
  });
  await prisma.$executeRaw`insert into message_words (tenant_id, message_id, language, words)
    values (${tenantId}::uuid, ${messageId}::uuid, 'simple', to_tsvector('simple', 'Hello'))`;
  await prisma.messageWordProgress.create({ data: { tenantId, language: 'simple' } });
  await prisma.chat.update({
    where: { tenantId_id: { tenantId, id: chatId } },
    data: { latestMessageId: messageId },
  });
  await prisma.campaignSend.update({
    where: { tenantId_id: { tenantId, id: sendId } },
    data: { messageId, status: 'sent' },
  });
  await prisma.erasure.create({
    data: {
      tenantId,
      contactId: randomUUID(),
      requestedAt: new Date(),
      records: { create: { id: randomUUID() } },
    },
  });
  await prisma.earlyStatus.create({ data: { tenantId, channelId, vendorId: 'early', status: 'read' } });
  await prisma.channelPace.create({ data: { tenantId, channelId, nextTurnAt: new Date() } });
}
