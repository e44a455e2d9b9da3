import { nextNumber } from '@parley/testkit';
import type { PreparedWorld } from './prepare-world.js';

type Body = Readonly<Record<string, unknown>>;

/** Returns what an object needs beside the given properties, by a rule that its schema does not express. */
export function completeObject(world: PreparedWorld, component: string, given: Body): Body {
  return rules[component]?.(given, world) ?? {};
}

const metaSecrets = { accessToken: 'token', appSecret: 'secret', verifyToken: 'verify' };

/** What a channel of each provider needs. */
const channels: Readonly<Record<string, Body>> = {
  sandbox: {},
  whatsapp: {
    type: 'whatsapp',
    settings: { phoneNumberId: '1060', apiVersion: 'v23.0' },
    secrets: metaSecrets,
  },
  instagram: { type: 'instagram', settings: { accountId: '17841400000000001' }, secrets: metaSecrets },
  sms: {
    type: 'sms',
    settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' },
    secrets: { authToken: 'token' },
  },
  email: {
    type: 'email',
    settings: { host: 'smtp.partner.example', username: 'support', from: 'support@partner.example' },
    secrets: { ingressSecret: 'at least 16 characters', password: 'of the account' },
  },
};

const duringOfficeHours = {
  field: 'time',
  operator: 'is_within',
  workingHours: { timeZone: 'Europe/Berlin', hours: [{ day: 'monday', from: '09:00', to: '17:00' }] },
};

const everyMorning = {
  schedule: { rule: 'FREQ=DAILY;BYHOUR=9', timeZone: 'workspace' },
  audience: { query: 'eq(isSubscribed,true)' },
};

const rules: Readonly<Record<string, (given: Body, world: PreparedWorld) => Body>> = {
  AskStepInput: ({ text, interactive, expect }) => {
    if (interactive || (text && expect !== 'choice')) return {};
    if (expect !== 'choice') return { text: 'Why?' };
    return { interactive: { body: 'Sure?', buttons: [{ id: 'yes', title: 'Yes' }] } };
  },
  AskTarget: ({ variable, externalId }) => (variable || externalId ? {} : { variable: 'answer' }),
  AssignStep: ({ strategy }, { team }) => (strategy ? { teamId: team.id } : {}),
  AutomationTriggerInput: ({
    keyword,
    labelId,
    replyId,
    attributeId,
    campaignId,
    schedule,
    audience,
    type,
  }) => ({
    ...((schedule || audience || type === 'schedule') && everyMorning),
    type:
      ((schedule || audience) && 'schedule') ||
      ((keyword || replyId) && 'message_received') ||
      (labelId && 'label_added') ||
      (attributeId && 'attribute_changed') ||
      (campaignId && 'campaign_replied') ||
      'chat_opened',
  }),
  BranchCondition: ({ value, operator, workingHours }) => {
    if (workingHours !== undefined || String(operator).endsWith('_within')) return duringOfficeHours;
    const needsValue = operator !== undefined && !String(operator).startsWith('is_');
    return { operator: value === undefined ? 'is_set' : 'equals', ...(needsValue && { value: 'Ada' }) };
  },
  BroadcastCreate: ({ isScheduled, isReoccurring, recurrenceRules }, { contact }) => ({
    ...(isScheduled === true && { scheduledAt: '2027-01-01T09:00:00.000Z' }),
    contacts: [{ phoneNumber: contact.phoneNumber }],
    ...((isReoccurring || recurrenceRules) !== undefined && {
      recurrenceRules: ['FREQ=WEEKLY;COUNT=4'],
      isReoccurring: true,
    }),
  }),
  BroadcastContact: newAddress,
  CampaignAudienceInput: ({ query, segmentId }) =>
    query || segmentId ? {} : { query: 'eq(isSubscribed,true)' },
  CampaignContact: newAddress,
  ChannelCreate: ({ provider, settings, secrets }) => {
    const named = provider ?? ((settings || secrets) && 'whatsapp');
    return named ? { provider: named, ...channels[String(named)] } : {};
  },
  ChatAssignment: ({ strategy }, { team }) => (strategy ? { teamId: team.id } : {}),
  ChatStatusChange: ({ snoozedUntil, status }) => ({
    ...(snoozedUntil ? { status: 'snoozed' } : {}),
    ...(status === 'snoozed' && { snoozedUntil: '2027-01-01T09:00:00.000Z' }),
  }),
  ConditionStep: ({ value, operator }) => ({
    operator: value === undefined ? 'is_set' : 'equals',
    ...(operator !== undefined && !String(operator).startsWith('is_') && { value: 'Ada' }),
    skip: 1,
  }),
  ContactCreate: () => ({ firstName: 'Ada', lastName: 'Lovelace' }),
  ContactUpsertItem: newAddress,
  HandleCreate: ({ type }) => ({ type: 'email', value: newValueOf(type) }),
  FileReferenceInput: ({ url }, { file }) => (url ? {} : { fileId: file.id }),
  InteractiveInput: ({ buttons, list, link }) =>
    buttons || list || link ? {} : { buttons: [{ id: 'yes', title: 'Yes' }] },
  MessageSend: (
    { contactId, channelId, subject, text, attachments, template, interactive, scheduledAt },
    world,
  ) => {
    const { chat, emailChat, contact, channel, messageTemplate } = world;
    // An email needs no reply window, which would close before the message is due.
    if (subject || scheduledAt) return { chatId: emailChat.id, text: 'Hello' };
    // No message has opened the reply window of a new chat, so that only a template can be sent.
    if (contactId || channelId)
      return { contactId: contact.id, channelId: channel.id, template: { id: messageTemplate.id } };
    return { chatId: chat.id, ...(!text && !attachments && !template && !interactive && { text: 'Hello' }) };
  },
  SendMessageStepInput: ({ interactive }) => (interactive ? {} : { text: 'Hello' }),
  SetChatStatusStep: ({ snoozeSeconds, status }) => ({
    status: snoozeSeconds ? 'snoozed' : 'closed',
    ...(status === 'snoozed' && { snoozeSeconds: 60 }),
  }),
  WaitStep: ({ until }) => (until ? {} : { seconds: 60 }),
};

/** A contact of a list is found by its number or its address. */
function newAddress({ phoneNumber }: Body): Body {
  if (phoneNumber === null) return { email: `person${nextNumber()}@customer.example` };
  return { phoneNumber: `+49152${20_000_000 + nextNumber()}` };
}

/** Returns a new address of a type. */
function newValueOf(type: unknown): string {
  const number = nextNumber();
  if (type === 'phone_number') return `+49152${20_000_000 + number}`;
  return type === 'instagram' ? `person${number}` : `person${number}@customer.example`;
}
