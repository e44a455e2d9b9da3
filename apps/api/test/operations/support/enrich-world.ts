import { newId } from '@parley/core';
import type { Database } from '@parley/database';
import {
  createApiUsage,
  createAttribute,
  createAuditLogEntry,
  createAutomation,
  createAutomationRun,
  createCampaign,
  createChannel,
  createChat,
  createContact,
  createDelivery,
  createEvent,
  createFile,
  createHandle,
  createLabel,
  createMessage,
  createMessageTemplate,
  createNote,
  createSegment,
  createTeam,
  createUser,
  createWebhook,
  putLabelOnContact,
  type World,
} from '@parley/testkit';

/** Creates three more records of everything that can be searched, each different, with optional values missing. */
export async function enrichWorld(database: Database, world: World): Promise<void> {
  for (const index of [0, 1, 2] as const) {
    const contactId = await addOneOfEach(database, world, index);
    await addRecipient(database, world, { index, contactId });
  }
  await addRecipient(database, world, { index: 3, contactId: world.chat.contactId });
}

const words = ['Welcome', 'welcome back', 'GOODBYE "%_\\'] as const;

async function addOneOfEach(database: Database, world: World, index: 0 | 1 | 2): Promise<string> {
  const { id: tenantId } = world.tenant;
  const at = new Date(Date.UTC(2026, 5, 1 + index, 12));
  const times = { createdAt: at, updatedAt: new Date(at.getTime() + index * 1_000) };
  const name = words[index];
  const channelType = (['sms', 'email', 'instagram'] as const)[index];
  const provider = (['sms', 'email', 'sandbox'] as const)[index];
  const channel = await createChannel(database, tenantId, { name, type: channelType, provider, ...times });
  const contact = await createContact(database, tenantId, {
    firstName: index === 0 ? null : name,
    email: index === 1 ? null : `person${index}@example.com`,
    isSubscribed: index > 0,
    ...times,
  });
  if (index > 0) await createHandle(database, tenantId, { contactId: contact.id });
  const color = `#00000${index}`;
  const label = await createLabel(database, tenantId, { name, color, ...times });
  if (index < 2) await putLabelOnContact(database, tenantId, { contactId: contact.id, labelId: label.id });
  const type = (['number', 'date', 'boolean'] as const)[index];
  await createAttribute(database, tenantId, { name, type, ...times });
  await createUser(database, tenantId, {
    name,
    externalId: index === 0 ? null : `crm-${index}`,
    email: index === 1 ? null : `user${index}@example.com`,
    isAvailable: index > 0,
    ...times,
  });
  const segment = await createSegment(database, tenantId, { name, ...times });
  await createTeam(database, tenantId, { name, externalId: index === 0 ? null : `team-${index}`, ...times });
  const chat = await createChat(database, tenantId, {
    channelId: channel.id,
    contactId: contact.id,
    handleId: contact.handle.id,
    status: (['snoozed', 'closed', 'snoozed'] as const)[index],
    isUnread: index === 1,
    openUntil: index === 0 ? null : at,
    assignedUserId: index === 0 ? null : `user-${index}`,
    assignedTeamId: index === 1 ? null : `team-${index}`,
    isSensitive: index === 2,
    snoozedUntil: index === 1 ? null : at,
    ...times,
  });
  await createMessage(database, world.chat, {
    text: index === 0 ? null : name,
    subject: index === 1 ? null : name,
    vendorId: index === 2 ? null : `vendor-of-${name}`,
    sender: (['inbound', 'outbound', 'outbound'] as const)[index],
    type: (['image', 'text', 'template'] as const)[index],
    status: (['delivered', 'failed', 'pending'] as const)[index],
    timestamp: at,
  });
  await createNote(database, world.chat, { text: name, createdAt: at });
  await createMessageTemplate(database, tenantId, {
    name,
    channelType: ([null, 'sms', 'email'] as const)[index],
    language: index === 1 ? null : 'en',
    status: (['draft', 'pending', 'rejected'] as const)[index],
    ...times,
  });
  await createFile(database, tenantId, { name, contentType: `image/${index}`, size: 100 + index, ...times });
  const automation = await createAutomation(database, tenantId, {
    name,
    status: (['draft', 'active', 'inactive'] as const)[index],
    triggerType: (['manual', 'chat_opened', 'label_added'] as const)[index],
    triggerChannelId: index === 0 ? null : channel.id,
    ...times,
  });
  await createAutomationRun(database, world.automation, {
    contactId: contact.id,
    chatId: index === 0 ? null : chat.id,
    status: (['completed', 'failed', 'canceled'] as const)[index],
    scheduledAt: at,
    finishedAt: index === 0 ? at : null,
    ...times,
  });
  await createCampaign(database, tenantId, {
    name,
    status: (['completed', 'failed', 'canceled'] as const)[index],
    channelId: channel.id,
    automationId: automation.id,
    messageTemplateId: index === 0 ? world.messageTemplate.id : null,
    scheduledAt: index === 1 ? at : null,
    segmentId: index === 2 ? null : segment.id,
    ...times,
  });
  await createAuditLogEntry(database, tenantId, {
    action: (['channel.updated', 'api_key.created', 'automation.published'] as const)[index],
    actorType: (['service', 'operator', 'api_key'] as const)[index],
    keyId: index === 2 ? world.key.id : null,
    requestId: index === 0 ? null : `req-${name}`,
    resourceId: channel.id,
    createdAt: at,
  });
  await createApiUsage(database, tenantId, {
    ...(
      [
        { kind: 'request_field', operationId: 'sendMessage', name: 'body.text', keyId: world.key.id },
        { kind: 'filter_field', operationId: 'searchChats', name: 'status', keyId: world.key.id },
        { kind: 'event_type', operationId: null, name: 'message.received', keyId: null },
      ] as const
    )[index],
    createdAt: new Date(Date.UTC(2026, 9, 2 + index)),
    count: index + 1,
  });
  const url = `https://partner.example/${index}`;
  const status = (['inactive', 'disabled', 'active'] as const)[index];
  await createWebhook(database, tenantId, { url, status, ...times });
  await createDelivery(database, world.webhook, {
    status: (['succeeded', 'canceled', 'failed'] as const)[index],
    eventType: (['message.received', 'message.sent', 'message.updated'] as const)[index],
    ...times,
  });
  await createEvent(database, tenantId, {
    type: (['message.received', 'chat.updated', 'contact.updated'] as const)[index],
    // The feed shows the last thirty days.
    createdAt: new Date(Date.UTC(2026, 9, 1 + index, 12)),
  });
  return contact.id;
}

/** The first waits for an occurrence, the second and the last were skipped in one, and the third has its message. */
async function addRecipient(
  { prisma }: Database,
  { tenant: { id: tenantId }, campaign: { id: campaignId } }: World,
  { index, contactId }: { index: 0 | 1 | 2 | 3; contactId: string },
): Promise<void> {
  const recipientId = newId();
  const occursAt = new Date(Date.UTC(2026, 5, 1 + index));
  await prisma.campaignRecipient.create({
    data: { tenantId, id: recipientId, campaignId, contactId, createdAt: occursAt },
  });
  if (index === 0) return;
  const { id: occurrenceId } = await prisma.campaignOccurrence.create({
    data: { tenantId, id: newId(), campaignId, occursAt },
  });
  const outcome = (
    [
      { status: 'skipped', skippedReason: 'unsubscribed' },
      { status: 'delivered', repliedAt: occursAt, optedOutAt: occursAt },
      { status: 'skipped', skippedReason: 'no_message' },
    ] as const
  )[index - 1];
  await prisma.campaignSend.create({
    data: { tenantId, id: newId(), campaignId, recipientId, occurrenceId, ...outcome },
  });
}
