import { randomUUID } from 'node:crypto';
import {
  type AutomationRunRecord,
  type CampaignRecipientRecord,
  type DeliveryRecord,
  deliveriesOf,
  eventTypes,
  legacyEventTypes,
  type NoteRecord,
  newId,
  notesOf,
  recipientsOf,
  runsOf,
} from '@parley/core';
import { type Database, statement } from '@parley/database';
import { createDelivery, createEvent, createMessage, type World } from '@parley/testkit';
import { demoTenantId } from '../../../prisma/seed.js';

/** For each statement that returns JSON other than the record of a resource, the values with which it finds a row. */
export async function sampleValues(
  database: Database,
  world: World,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const { prisma } = database;
  const { tenant, channel, contact, chat, webhook, automation, messageTemplate } = world;
  const t = tenant.id;
  const now = new Date();
  const due = await createDelivery(database, webhook, { status: 'pending', nextAttemptAt: now });
  const outbound = await createMessage(database, chat, { sender: 'outbound', status: 'pending' });
  const inbound = await createMessage(database, chat, {
    attachments: [
      { type: 'image', name: 'a.jpg', contentType: 'image/jpeg', size: 1, url: 'https://a.example/a' },
    ],
  });
  const early = { tenantId: t, channelId: channel.id, vendorId: 'early', status: 'failed' as const };
  const errors = [{ code: 'expired', message: 'Too late' }];
  for (const vendorId of [early.vendorId, 'ended'])
    await prisma.earlyStatus.create({ data: { ...early, vendorId, errors } });
  await createEvent(database, t);
  const lease = randomUUID();
  const leased = await createMessage(database, chat, {
    sender: 'outbound',
    status: 'pending',
    leaseToken: lease,
  });
  const ended = {
    messageId: leased.id,
    status: 'sent',
    errors: [],
    eventId: newId(),
    leaseToken: lease,
    vendorId: 'ended',
  };
  const choice = { id: 'yes', title: 'Yes' };
  const list = { button: 'Options', sections: [{ title: 'All', rows: [{ ...choice, description: null }] }] };
  const link = { title: 'Open', url: 'https://shop.example' };
  const interactive = { body: 'Sure?', header: 'Order', footer: null, buttons: [choice], list, link };
  const offer = await createMessage(database, chat, { sender: 'outbound', vendorId: 'offer', interactive });
  const offering = { sender: 'outbound', status: 'pending', vendorId: null, interactive } as const;
  await createMessage(database, chat, { ...offering, leaseToken: randomUUID() });
  const reaction = { emoji: '👍', timestamp: now.toISOString() };
  const reactions = { inbound: reaction, outbound: { ...reaction, previous: reaction } };
  const liked = await createMessage(database, chat, { sender: 'outbound', vendorId: 'liked', reactions });
  const timestamp = new Date('2100-01-01');
  const reply = await createMessage(database, chat, { sender: 'inbound', reply: choice, timestamp });
  const { id: runId } = world.automationRun;
  await prisma.automationRun.updateMany({ where: { id: runId }, data: { replyMessageId: reply.id } });
  const question = { number: 1_000, position: 7, type: 'ask', result: { messageId: offer.id } };
  await prisma.automationRunStep.create({ data: { ...question, tenantId: t, runId, startedAt: now } });
  await prisma.dataMigration.create({ data: { name: 'begun', cursor: { tenantId: t, id: contact.id } } });
  await prisma.channel.update({
    where: { tenantId_id: { tenantId: t, id: channel.id } },
    data: { secrets: { appSecret: 'plain' } },
  });
  await prisma.erasure.create({ data: { tenantId: t, contactId: contact.id, requestedAt: now } });
  const { whatsappTemplate } = world;
  const registration = {
    ...{
      channelId: channel.id,
      vendorId: '7',
      category: 'utility',
      status: 'failed',
      rejectionReason: 'SCAM',
    },
    ...{ quality: 'red', error: { code: 'timeout', message: 'Late' }, submittedAt: now.toISOString() },
  };
  const submission = {
    ...{
      accountId: '1',
      name: 'offer',
      language: 'en',
      isWaiting: true,
      attempts: 1,
      examples: { name: 'Ada' },
    },
    ...{ mayExist: true, body: 'Hello', isReported: true, hasMore: true, seenAt: now.toISOString() },
    previous: { status: 'rejected', rejectionReason: 'SCAM', category: 'utility', own: 'rejected' },
    ...{ reportedAt: now.toISOString(), qualityReportedAt: now.toISOString() },
    categoryReportedAt: now.toISOString(),
  };
  await prisma.messageTemplate.updateMany({
    where: { id: whatsappTemplate.id },
    data: { registration, submission },
  });
  const templateSync = {
    startedAt: now.toISOString(),
    cursor: 'next',
    phase: 'listing',
    accountId: '1',
    isIncomplete: true,
    isRestarted: true,
  };
  await prisma.channel.updateMany({ where: { id: channel.id }, data: { templateSync } });
  const targets = [t, channel.id, automation.id, messageTemplate.id, [world.attribute.externalId]];
  const { type, value } = contact.handle;
  const event = ['chat.updated', null, 'chat.updated', '{}'];
  const lowest = '00000000-0000-0000-0000-000000000000';
  return {
    'find-automation_runs-of-automations': [t, automation.id, world.automationRun.id],
    'record-chat-updated': [t, now, [chat.id], [null], [newId()]],
    'record-note-added': [t, now, world.note.id],
    'record-contact-updated': [t, now, [contact.id], [null], [newId()]],
    'record-contact-merged': [t, now, newId(), newId(), contact.id, world.duplicate.id],
    'find-contacts-to-merge': [t, [contact.id]],
    'find-contacts-with-many-attribute-bytes': [t, [contact.id], [world.attribute.id], -1],
    'lock-contacts-to-merge': [t, [contact.id]],
    'find-erasure': [t, contact.id],
    'follow-events': [
      [t],
      [0],
      [lowest],
      [lowest],
      100,
      eventTypes,
      [...eventTypes, ...legacyEventTypes],
      lowest,
      1_048_576,
    ],
    'find-template-to-send': [t, messageTemplate.id],
    'lock-message-template': [t, whatsappTemplate.id],
    'read-submitted-template': [t, whatsappTemplate.id],
    'lock-registered-template': [t, 'offer', '1', 'en', '7'],
    'find-channel-of-submission': [t, channel.id],
    'lock-template-sync': [t, channel.id],
    'record-message-template-updated': [t, now, newId(), whatsappTemplate.id],
    'find-template-to-send-to-read': [t, messageTemplate.id],
    'find-party-of-message': [t, contact.id, channel.id],
    'find-contact-of-address': [t, type, value],
    'find-recipients': [t, [chat.id]],
    'find-contact-of-recipient': [t, contact.id],
    'find-recipient-to-read': [t, chat.id],
    'find-templates-of-planned-run': [t, [messageTemplate.id]],
    'find-campaign-targets': targets,
    'find-campaign-targets-to-read': targets,
    'list-channel-campaigns': [t, channel.id],
    'find-configured-channel': [channel.id],
    'claim-deliveries': [[t], [due.eventId], [due.id], [randomUUID()], now, now, 2_000_000],
    'find-contact_exports-of-contacts': [t, contact.id, world.contactExport.id],
    'insert-contact-export': [t, randomUUID(), contact.id, now],
    'find-deliveries-of-webhooks': [t, webhook.id, world.delivery.id],
    'resend-delivery': [t, now, webhook.id, world.delivery.id],
    'send-test-event': [t, now, webhook.id, newId(), newId(), ...event],
    'insert-file': [
      t,
      now,
      randomUUID(),
      'a.txt',
      'text/plain',
      1,
      'checksum',
      null,
      Buffer.from('a'),
      false,
    ],
    'end-attempts-to-send': [t, now, JSON.stringify([ended])],
    'claim-early-statuses': [t, channel.id, early.vendorId],
    'find-awaited-media': [t, inbound.id],
    'lock-awaited-media': [t, inbound.id],
    'claim-chat-of-sender': [t, channel.id, type, value],
    'claim-free-chats': [t, channel.id, [type], [value]],
    'find-messages-to-send': [t, [outbound.id], now],
    'lock-reactions': [t, liked.id],
    'lock-reactions-by-vendor-id': [t, channel.id, 'liked'],
    'find-reaction-to-send': [t, liked.id],
    'find-latest-reply': [t, chat.id],
    'find-reply-to-question': [t, runId, question.position],
    'find-sending-message': [t, chat.id, interactive.body, 0, true],
    'find-offered-choices': [t, chat.id, channel.id, 'offer'],
    'find-walking-message': [t, outbound.id],
    'rotate-webhook-secret': [t, webhook.id, 'secret', new Date('2100-01-01'), now],
    'lock-data-migration': ['begun'],
    'lock-plain-tenants': [100],
    'lock-plain-webhooks': [100],
    'lock-plain-channels': [100],
    'read-delivery': [t],
    'read-run': [t],
    'read-note': [t],
    'read-recipient': [demoTenantId],
  };
}

/** Records that only searches read, whose statements are composed for each request. */
statement<{ record: DeliveryRecord }>(
  'read-delivery',
  `select ${deliveriesOf('').recordOf('found')} as record from deliveries found where tenant_id = $1::uuid`,
);
statement<{ record: NoteRecord }>(
  'read-note',
  `select ${notesOf('').recordOf('found')} as record from chat_notes found where tenant_id = $1::uuid`,
);
statement<{ record: AutomationRunRecord }>(
  'read-run',
  `select ${runsOf('').recordOf('found')} as record from automation_runs found where tenant_id = $1::uuid`,
);
statement<{ record: CampaignRecipientRecord }>(
  'read-recipient',
  `select ${recipientsOf('').recordOf('found')} as record from campaign_recipient_states found
   where tenant_id = $1::uuid`,
);
