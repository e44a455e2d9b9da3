import { nextNumber } from '@parley/testkit';
import type { PreparedWorld } from './prepare-world.js';

type Body = Readonly<Record<string, unknown>>;

/** Returns what an object needs beside the given properties, by a rule that its schema does not express. */
export function completeObject(world: PreparedWorld, component: string, given: Body): Body {
  return rules[component]?.(given, world) ?? {};
}

const whatsappSecrets = { accessToken: 'token', appSecret: 'secret', verifyToken: 'verify' };

const rules: Readonly<Record<string, (given: Body, world: PreparedWorld) => Body>> = {
  AutomationTriggerInput: ({ keyword, labelId }) => ({
    type: (keyword && 'message_received') || (labelId && 'label_added') || 'chat_opened',
  }),
  BroadcastCreate: ({ isScheduled, isReoccurring, recurrenceRules }, { contact }) => ({
    ...(isScheduled === true && { scheduledAt: '2027-01-01T09:00:00.000Z' }),
    contacts: [{ phoneNumber: contact.phoneNumber }],
    ...((isReoccurring || recurrenceRules) !== undefined && {
      recurrenceRules: ['FREQ=WEEKLY;COUNT=4'],
      isReoccurring: true,
    }),
  }),
  BroadcastContact: newAddress,
  CampaignContact: newAddress,
  ChannelCreate: ({ provider, settings, secrets }) =>
    provider || settings || secrets
      ? {
          type: 'whatsapp',
          provider: 'whatsapp',
          settings: { phoneNumberId: '1060', apiVersion: 'v23.0' },
          secrets: whatsappSecrets,
        }
      : {},
  ChatStatusChange: ({ snoozedUntil }) => (snoozedUntil ? { status: 'snoozed' } : {}),
  ConditionStep: ({ value }) => ({ operator: value === undefined ? 'is_set' : 'equals', skip: 1 }),
  ContactCreate: () => ({ firstName: 'Ada', lastName: 'Lovelace' }),
  ContactUpsertItem: newAddress,
  FileReferenceInput: ({ url }, { file }) => (url ? {} : { fileId: file.id }),
  MessageSend: ({ contactId, channelId, subject, text, attachments, template }, world) => {
    const { chat, emailChat, contact, channel, messageTemplate } = world;
    if (subject) return { chatId: emailChat.id, text: 'Hello' };
    // No message has opened the reply window of a new chat, so that only a template can be sent.
    if (contactId || channelId)
      return { contactId: contact.id, channelId: channel.id, template: { id: messageTemplate.id } };
    return { chatId: chat.id, ...(!text && !attachments && !template && { text: 'Hello' }) };
  },
  SetChatStatusStep: ({ snoozeSeconds }) => ({ status: snoozeSeconds ? 'snoozed' : 'closed' }),
  WaitStep: ({ until }) => (until ? {} : { seconds: 60 }),
};

/** A contact of a list is found by its number or its address. */
function newAddress({ phoneNumber }: Body): Body {
  if (phoneNumber === null) return { email: `person${nextNumber()}@customer.example` };
  return { phoneNumber: `+49152${20_000_000 + nextNumber()}` };
}
