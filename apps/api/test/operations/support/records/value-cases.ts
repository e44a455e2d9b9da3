import { newId } from '@parley/core';
import type { Database } from '@parley/database';
import {
  createApiUsage,
  createAttribute,
  createAuditLogEntry,
  createAutomation,
  createAutomationRun,
  createCampaign,
  createContactExport,
  createDelivery,
  createHandle,
  createMessage,
  createMessageTemplate,
  createWebhook,
  type World,
} from '@parley/testkit';

interface Stored {
  readonly database: Database;
  readonly world: World;
  /** One of the declared values, which are those of the column. */
  readonly value: never;
}

/** Stores a record with one value of an enumeration. */
type Store = (stored: Stored) => Promise<object>;

/** The enumerations by component and property; a request for the operation shows the records. */
export const valueCases: ReadonlyArray<
  readonly [component: string, property: string, operation: string, Store]
> = [
  [
    'Attribute',
    'type',
    'v2 listAttributes',
    ({ database, world, value }) => createAttribute(database, world.tenant.id, { type: value }),
  ],
  ['AuditLogEntry', 'action', 'v3 searchAuditLog', (one) => createEntry(one, { action: one.value })],
  ['AuditLogEntry', 'actorType', 'v3 searchAuditLog', (one) => createEntry(one, { actorType: one.value })],
  ['Handle', 'type', 'v3 getContact', createHandleOf],
  [
    'Message',
    'type',
    'v3 searchChatMessages',
    ({ database, world, value }) => createMessage(database, world.chat, { type: value }),
  ],
  ['Attachment', 'type', 'v3 searchChatMessages', createAttachment],
  [
    'MessageOrigin',
    'type',
    'v3 searchChatMessages',
    ({ database, world, value }) =>
      createMessage(database, world.chat, {
        sender: 'outbound',
        originType: value,
        originId: value === 'app' ? null : newId(),
      }),
  ],
  ['MessageTemplate', 'channelType', 'v3 searchMessageTemplates', createTemplate],
  [
    'MessageTemplateRegistration',
    'status',
    'v3 searchMessageTemplates',
    (one) => createRegistered(one, 'status'),
  ],
  [
    'MessageTemplateRegistration',
    'category',
    'v3 searchMessageTemplates',
    (one) => createRegistered(one, 'category'),
  ],
  [
    'MessageTemplateRegistration',
    'quality',
    'v3 searchMessageTemplates',
    (one) => createRegistered(one, 'quality'),
  ],
  [
    'MessageTemplateError',
    'code',
    'v3 searchMessageTemplates',
    (one) => createRegistered(one, 'error', { code: one.value, message: 'Refused' }),
  ],
  ['AutomationTrigger', 'type', 'v3 getAutomation', (one) => createVersion(one, { triggerType: one.value })],
  [
    'SetChatStatusStep',
    'status',
    'v3 getAutomation',
    (one) => createVersion(one, { steps: [{ type: 'set_chat_status', status: one.value }] }),
  ],
  [
    'AssignStep',
    'strategy',
    'v3 getAutomation',
    (one) =>
      createVersion(one, { steps: [{ type: 'assign', teamId: one.world.team.id, strategy: one.value }] }),
  ],
  [
    'ConditionStep',
    'operator',
    'v3 getAutomation',
    (one) =>
      createVersion(one, {
        steps: [{ type: 'condition', field: 'email', operator: one.value, value: 'a', skip: 1 }],
      }),
  ],
  ['BranchStep', 'match', 'v3 getAutomation', (one) => createBranch(one, { match: one.value })],
  [
    'BranchCondition',
    'operator',
    'v3 getAutomation',
    (one) => createBranch(one, { conditions: [{ field: 'contact.email', operator: one.value, value: 'a' }] }),
  ],
  ['AskStep', 'expect', 'v3 getAutomation', createQuestion],
  ['AutomationRunStepResult', 'outcome', 'v3 getAutomationRun', createOutcome],
  ['WorkingHoursInterval', 'day', 'v3 getAutomation', createInterval],
  ['AutomationRunError', 'code', 'v3 searchAutomationRuns', createFailedRun],
  ['AutomationRunStep', 'type', 'v3 getAutomationRun', createRunStep],
  ['FailureReason', 'code', 'v3 searchCampaigns', createFailedCampaign],
  [
    'ApiWebhookEvent',
    'type',
    'v3 searchApiWebhooks',
    ({ database, world, value }) => createWebhook(database, world.tenant.id, { events: [{ type: value }] }),
  ],
  [
    'Delivery',
    'event',
    'v3 searchDeliveries',
    ({ database, world, value }) => createDelivery(database, world.webhook, { eventType: value }),
  ],
  [
    'Delivery',
    'status',
    'v3 searchDeliveries',
    ({ database, world, value }) => createDelivery(database, world.webhook, { status: value }),
  ],
  [
    'CampaignRecipient',
    'status',
    'v3 searchCampaignRecipients',
    (one) => createRecipient(one, { status: one.value }),
  ],
  [
    'CampaignRecipient',
    'skippedReason',
    'v3 searchCampaignRecipients',
    (one) => createRecipient(one, { status: 'skipped', skippedReason: one.value }),
  ],
  ['UsageEntry', 'kind', 'v3 searchUsage', (one) => createUsage(one, { kind: one.value })],
  ['UsageEntry', 'apiVersion', 'v3 searchUsage', (one) => createUsage(one, { apiVersion: one.value })],
  ['ContactExport', 'errorCode', 'v3 getContactExport', createExport],
];

function createEntry({ database, world }: Stored, values: Parameters<typeof createAuditLogEntry>[2]) {
  return createAuditLogEntry(database, world.tenant.id, values);
}

function createUsage({ database, world }: Stored, values: Parameters<typeof createApiUsage>[2]) {
  return createApiUsage(database, world.tenant.id, values);
}

function createHandleOf({ database, world, value }: Stored) {
  const handle = { contactId: world.contact.id, type: value, value: `${value}-of-the-contact` };
  return createHandle(database, world.tenant.id, handle);
}

function createAttachment({ database, world, value }: Stored) {
  const attachment = { type: value, url: 'https://media.example/1', name: null, contentType: 'a/b', size: 1 };
  return createMessage(database, world.chat, { attachments: [attachment] });
}

function createTemplate({ database, world, value }: Stored) {
  return createMessageTemplate(database, world.tenant.id, { channelType: value });
}

function createRegistered(
  { database, world, value }: Stored,
  property: string,
  stored: object | string = value,
) {
  const registration = {
    ...{ channelId: world.channel.id, vendorId: null, category: 'utility', status: 'pending' },
    ...{ rejectionReason: null, quality: null, error: null, submittedAt: null },
    [property]: stored,
  };
  return createMessageTemplate(database, world.tenant.id, { channelType: 'whatsapp', registration });
}

/** The automation of the world has one version, which the value replaces; a request follows each. */
async function createVersion({ database, world }: Stored, values: Parameters<typeof createAutomation>[2]) {
  const automation = await createAutomation(database, world.tenant.id, values);
  return { params: { automationId: automation.id } };
}

function createBranch(one: Stored, values: Record<string, unknown>) {
  const conditions = [{ field: 'contact.email', operator: 'is_set' }];
  // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
  const steps = JSON.parse(JSON.stringify([{ type: 'branch', conditions, then: [], ...values }]));
  return createVersion(one, { steps });
}

function createInterval(one: Stored) {
  const workingHours = { timeZone: 'UTC', hours: [{ day: one.value, from: '09:00', to: '17:00' }] };
  return createBranch(one, { conditions: [{ field: 'time', operator: 'is_within', workingHours }] });
}

function createFailedRun({ database, world, value }: Stored) {
  const error = { code: value, message: 'It failed.' };
  return createAutomationRun(database, world.automation, {
    contactId: world.contact.id,
    status: 'failed',
    error,
  });
}

function createQuestion(one: Stored) {
  const interactive = { body: 'When?', buttons: [{ id: 'now', title: 'Now' }] };
  const question = { expect: one.value, interactive, saveTo: { variable: 'answer' }, timeoutSeconds: 60 };
  return createVersion(one, { steps: [{ type: 'ask', ...question }] });
}

async function createOutcome({ value, ...one }: Stored) {
  return createRunStep({ ...one, value: 'ask' as never }, { outcome: value });
}

async function createRunStep({ database, world, value }: Stored, result?: object) {
  const { tenantId, id: runId } = world.automationRun;
  const number = await database.prisma.automationRunStep.count({ where: { tenantId, runId } });
  const startedAt = new Date('2026-10-14T10:00:00.000Z');
  return database.prisma.automationRunStep.create({
    data: { tenantId, runId, number, position: number, type: value, startedAt, ...(result && { result }) },
  });
}

function createFailedCampaign({ database, world, value }: Stored) {
  const parts = { channelId: world.channel.id, automationId: world.automation.id };
  const failureReason = { code: value, message: 'It failed.' };
  return createCampaign(database, world.tenant.id, { ...parts, status: 'failed', failureReason });
}

async function createRecipient(
  { database: { prisma }, world }: Stored,
  outcome: { status: never | 'skipped'; skippedReason?: never },
) {
  const row = { tenantId: world.tenant.id, campaignId: world.campaign.id };
  const { id: contactId } = await prisma.contact.create({ data: { tenantId: row.tenantId, id: newId() } });
  const recipient = await prisma.campaignRecipient.create({ data: { ...row, id: newId(), contactId } });
  const count = await prisma.campaignOccurrence.count({ where: row });
  const occursAt = new Date(Date.UTC(2026, 9, 1 + count));
  const occurrence = await prisma.campaignOccurrence.create({ data: { ...row, id: newId(), occursAt } });
  const parts = { recipientId: recipient.id, occurrenceId: occurrence.id };
  return prisma.campaignSend.create({ data: { ...row, ...parts, id: newId(), ...outcome } });
}

async function createExport({ database, world, value }: Stored) {
  const { id } = await createContactExport(database, world.tenant.id, {
    contactId: world.contact.id,
    errorCode: value,
  });
  return { params: { exportId: id } };
}
