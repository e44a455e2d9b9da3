import { newId } from '@parley/core';
import type { Database, Prisma } from '@parley/database';
import { createCampaign, createFile, createMessage, type World } from '@parley/testkit';

const at = new Date('2026-10-14T10:00:00.000Z');
const later = new Date('2099-01-01T00:00:00.000Z');
const failure = { code: 'provider_error', message: 'The provider refused it.' };

const reply = { id: 'yes', title: 'Yes' };
const rows = [
  { ...reply, description: 'I do' },
  { id: 'no', title: 'No', description: null },
];
const list = { button: 'Options', sections: [{ title: 'All', rows }] };
const linked = {
  ...{ body: 'Look', header: null, footer: null, buttons: null, list: null },
  link: { title: 'Open', url: 'https://shop.example' },
};

/** Sets every optional field of the records of a world. */
export async function fillWorld(database: Database, world: World): Promise<void> {
  const { prisma } = database;
  const { tenant, contact, chat, message, attribute, delivery, messageTemplate } = world;
  const file = await createFile(database, tenant.id, { publicToken: newId() });
  await prisma.contact.updateMany({
    where: { id: contact.id },
    data: {
      ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@customer.example', metadata: { crm: 7 } },
      timeZone: 'Europe/London',
    },
  });
  await prisma.chat.updateMany({
    where: { id: chat.id },
    data: {
      status: 'snoozed',
      snoozedUntil: later,
      openUntil: later,
      assignedUserId: 'user-1',
      assignedTeamId: 'team-1',
    },
  });
  const replied = await createMessage(database, chat, { text: 'Where is my order?' });
  const photo = await createMessage(database, chat, { sender: 'outbound', text: null });
  await createMessage(database, chat, { replyToId: photo.id });
  await createMessage(database, chat, { interactive: linked });
  await createMessage(database, chat, { interactive: { ...linked, link: null, list } });
  await prisma.chat.updateMany({ where: { id: chat.id }, data: { latestMessageId: message.id } });
  await prisma.message.updateMany({
    where: { id: message.id },
    data: {
      sender: 'outbound',
      ...{ originType: 'campaign', originId: newId(), messageTemplateId: messageTemplate.id },
      replyToId: replied.id,
      interactive: { ...linked, header: 'Order', footer: 'Thank you', link: null, buttons: [reply] },
      reply,
      reactions: {
        inbound: { emoji: '👍', timestamp: at.toISOString() },
        outbound: { emoji: '❤️', timestamp: at.toISOString() },
      },
      subject: 'Order',
      authentication: { spf: 'pass', dkim: 'fail', dmarc: 'pass' },
      attachments: [{ type: 'image', fileId: file.id, name: 'photo.png', contentType: 'image/png', size: 8 }],
      errors: [failure],
    },
  });
  await prisma.message.updateMany({
    where: { id: world.scheduledMessage.id },
    data: {
      ...{ messageTemplateId: messageTemplate.id, replyToId: replied.id, subject: 'Order' },
      attachments: [{ type: 'image', fileId: file.id, name: 'photo.png', contentType: 'image/png', size: 8 }],
    },
  });
  await prisma.attribute.updateMany({
    where: { id: attribute.id },
    data: { description: 'Where they live' },
  });
  await prisma.messageTemplate.updateMany({
    where: { id: messageTemplate.id },
    data: {
      channelType: 'whatsapp',
      language: 'de',
      mediaFileId: file.id,
      registration: registrationOf(world),
    },
  });
  await prisma.delivery.updateMany({
    where: { id: delivery.id },
    data: { nextAttemptAt: later, deliveredAt: at, resendOfId: newId() },
  });
  // Nothing else may refer to the result of an export.
  const result = await createFile(database, world.tenant.id);
  await prisma.contactExport.updateMany({
    where: { id: world.contactExport.id },
    data: { status: 'completed', fileId: result.id },
  });
  await fillCampaigns(database, world, file.id);
  await fillAutomations(database, world, file.id);
}

async function fillCampaigns({ prisma }: Database, world: World, mediaFileId: string): Promise<void> {
  const { campaign, scheduledCampaign, messageTemplate } = world;
  await prisma.campaign.updateMany({
    where: { id: { in: [campaign.id, scheduledCampaign.id] } },
    data: {
      ...{ messageTemplateId: messageTemplate.id, mediaFileId, isScheduled: true, isRecurring: true },
      ...{ scheduledAt: later, nextOccurrenceAt: later, failureReason: failure },
      recurrenceRules: ['FREQ=DAILY;COUNT=3'],
      timeZone: 'Europe/Berlin',
      variables: [{ name: 'code', value: 'A-7' }],
    },
  });
}

async function fillAutomations(database: Database, world: World, fileId: string): Promise<void> {
  const { prisma } = database;
  const { tenant, contact, chat, channel, label, attribute, automation, automationRun } = world;
  const recipientId = newId();
  const occurrenceId = newId();
  const campaignSendId = newId();
  const tenantId = tenant.id;
  const parts = { channelId: channel.id, automationId: automation.id };
  const campaign = await createCampaign(database, tenantId, { ...parts, status: 'running' });
  await prisma.campaignRecipient.create({
    data: { tenantId, id: recipientId, campaignId: campaign.id, contactId: contact.id },
  });
  await prisma.campaignOccurrence.create({
    data: { tenantId, id: occurrenceId, campaignId: campaign.id, occursAt: at },
  });
  await prisma.campaignSend.create({
    data: { tenantId, id: campaignSendId, campaignId: campaign.id, recipientId, occurrenceId },
  });
  await prisma.automationVersion.updateMany({
    where: { automationId: automation.id },
    data: {
      triggerType: 'message_received',
      triggerChannelId: channel.id,
      triggerParameters: { keyword: 'help', labelId: label.id, replyId: 'yes' },
      steps: [
        { type: 'send_message', text: 'Hello', attachments: [{ fileId }] },
        {
          ...{ type: 'send_message', text: 'Sure?' },
          interactive: { body: 'Sure?', header: 'Order', footer: 'Thank you', buttons: [reply] },
        },
        {
          ...{ type: 'send_message', text: 'Sure?' },
          interactive: {
            body: 'Sure?',
            list: { button: 'Options', sections: [{ title: 'All', rows: rows.slice(0, 1) }] },
          },
        },
        { type: 'send_message', text: 'Look', interactive: { body: 'Look', link: linked.link } },
        {
          ...{ type: 'send_template', messageTemplateId: world.messageTemplate.id },
          ...{ variables: { code: 'A-7' }, mediaFileId: fileId },
        },
        { type: 'add_label', labelId: label.id },
        { type: 'remove_label', labelId: label.id },
        { type: 'set_attribute', externalId: attribute.externalId, value: 'Bonn' },
        { type: 'assign', assignedUserId: 'user-7', assignedTeamId: 'team-1' },
        { type: 'assign', assignedUserId: null, assignedTeamId: null },
        { type: 'assign', userId: world.user.id, teamId: world.team.id },
        { type: 'assign', teamId: world.team.id, strategy: 'least_busy' },
        { type: 'set_chat_status', status: 'snoozed', snoozeSeconds: 60 },
        { type: 'set_chat_status', status: 'open' },
        { type: 'wait', seconds: 60 },
        { type: 'wait', until: '2027-01-01T08:00:00.000Z' },
        { type: 'condition', field: 'email', operator: 'equals', value: 'ada@customer.example', skip: 1 },
        {
          ...{ type: 'call_webhook', url: 'https://partner.example/step' },
          responseVariables: [{ name: 'orderStatus', pointer: '/order/status' }],
        },
        {
          ...{ type: 'branch', match: 'any' },
          conditions: [
            { field: 'variables.orderStatus', operator: 'equals', value: 'sent' },
            {
              ...{ field: 'time', operator: 'is_within' },
              workingHours: {
                ...{ timeZone: 'Europe/Berlin' },
                hours: [{ day: 'monday', from: '09:00', to: '17:00' }],
              },
            },
          ],
          // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
          then: [{ type: 'send_message', text: 'Hello' }],
          else: [{ type: 'stop' }],
        },
        { type: 'set_variable', name: 'team', value: 'support' },
        {
          ...{ type: 'ask', text: 'How many?', expect: 'number', saveTo: { variable: 'count' } },
          ...{ timeoutSeconds: 60, retry: { text: 'A number, please.', times: 2 }, else: [{ type: 'stop' }] },
        },
        {
          ...{
            type: 'ask',
            expect: 'choice',
            saveTo: { externalId: attribute.externalId },
            timeoutSeconds: 60,
          },
          interactive: { body: 'Sure?', header: 'Order', footer: 'Thank you', buttons: [reply] },
        },
        {
          ...{ type: 'ask', expect: 'choice', saveTo: { variable: 'choice' }, timeoutSeconds: 60 },
          interactive: {
            body: 'Sure?',
            list: { button: 'Options', sections: [{ title: 'All', rows: rows.slice(0, 1) }] },
          },
        },
        {
          ...{ type: 'ask', expect: 'text', saveTo: { variable: 'opinion' }, timeoutSeconds: 60 },
          interactive: { body: 'Look. Do you like it?', link: linked.link },
        },
        { type: 'stop' },
      ],
    },
  });
  await prisma.automation.updateMany({
    where: { id: automation.id },
    data: {
      activeVersionTriggerParametersChannelId: channel.id,
      latestVersionTriggerParametersChannelId: channel.id,
    },
  });
  await prisma.automationRun.updateMany({
    where: { id: automationRun.id },
    data: { chatId: chat.id, campaignSendId, variables: { code: 'A-7' }, mediaFileId: fileId, startedAt: at },
  });
  const step = { tenantId, runId: automationRun.id, position: 0, startedAt: at };
  const result = { messageId: newId(), isMet: true, statusCode: 200, outcome: 'answered' };
  await prisma.automationRunStep.createMany({
    data: [
      { ...step, number: 1, type: 'send_message', finishedAt: at, result },
      { ...step, number: 2, type: 'condition', finishedAt: at, result: {} },
      { ...step, number: 3, type: 'wait', error: failure },
    ],
  });
}

function registrationOf({ channel }: World): Prisma.InputJsonObject {
  return {
    channelId: channel.id,
    vendorId: '594425479261596',
    category: 'utility',
    status: 'rejected',
    rejectionReason: 'INVALID_FORMAT',
    quality: 'red',
    error: failure,
    submittedAt: at.toISOString(),
  };
}
