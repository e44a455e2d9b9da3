import { randomUUID } from 'node:crypto';
import type { v2, v3 } from '@parley/contract/operations';
import type { Database } from '@parley/database';
import {
  createAutomation,
  createChannel,
  createContact,
  createFile,
  createMessageTemplate,
  createUser,
  type World,
} from '@parley/testkit';

/** For a PUT: a value for every field of its body, and a different value for each. */
export interface UpdateCase {
  readonly fields: Readonly<Record<string, readonly [value: unknown, other: unknown]>>;
  /** Fields that exclude another field; they are only sent alone. */
  readonly apart?: readonly string[];
  /** Path parameters, for an operation that needs a record other than the world's. */
  readonly params?: Readonly<Record<string, string>>;
}

type PrepareCase = (world: World, database: Database) => UpdateCase | Promise<UpdateCase>;

type PutIds<Operations> = {
  [Id in keyof Operations]: Operations[Id] extends { readonly method: 'put' } ? Id & string : never;
}[keyof Operations];

/** Lists every PUT of both versions, so that the compiler names one without a case. */
type PutName = `v3 ${PutIds<typeof v3.operations>}` | `v2 ${PutIds<typeof v2.operations>}`;

/** The cases by the name of their operation. */
export const updateCases: Readonly<Record<PutName, PrepareCase>> = {
  'v3 updateWorkspace': () => ({ fields: { timeZone: ['Europe/Berlin', 'America/New_York'] } }),
  'v3 updateChat': () => ({ fields: { isSensitive: [true, false] } }),
  'v3 updateContact': ({ attribute }) => ({
    fields: {
      firstName: ['Grace', null],
      lastName: ['Hopper', 'Murray'],
      email: ['grace@customer.example', null],
      phoneNumber: ['+4915112345678', '+4915112345679'],
      isSubscribed: [false, true],
      timeZone: ['Europe/Berlin', null],
      metadata: [
        { crm: { id: 7 }, tier: 'gold' },
        { crm: { id: 8 }, tier: 'gold' },
      ],
      attributes: [
        [{ externalId: attribute.externalId, value: 'Bonn' }],
        [{ externalId: attribute.externalId, value: null }],
      ],
    },
  }),
  'v3 updateLabel': () => ({ fields: { name: ['Gold', 'Silver'], color: ['#0ea5e9', '#0ea5e8'] } }),
  'v3 updateUser': () => ({
    fields: {
      name: ['Mara', 'Mara Lindt'],
      externalId: ['crm-204', null],
      email: ['mara@shop.example', null],
      isAvailable: [false, true],
    },
  }),
  'v3 updateSegment': () => ({
    fields: { name: ['VIPs', 'Everybody'], query: ['eq(labelName,"VIP")', 'eq(isSubscribed,true)'] },
  }),
  'v3 updateTeam': async ({ tenant, user }, database) => {
    const other = await createUser(database, tenant.id);
    return {
      fields: {
        name: ['Sales', 'Support'],
        externalId: ['team-7', null],
        users: [[{ id: user.id }, { id: other.id }], [{ id: other.id }]],
      },
    };
  },
  'v3 updateAttribute': () => ({
    fields: {
      name: ['Town', 'City'],
      description: ['Where the contact lives', null],
      isVisibleQuickEdit: [true, false],
      isVisibleContactsTable: [true, false],
      isVisibleContactCreate: [true, false],
    },
  }),
  'v3 updateChannel': async ({ tenant }, database) => {
    const settings = { phoneNumberId: '1060', apiVersion: 'v23.0' };
    const secrets = { accessToken: 'token', appSecret: 'secret', verifyToken: 'verify' };
    const values = { type: 'whatsapp', provider: 'whatsapp', settings, secrets } as const;
    const { id: channelId } = await createChannel(database, tenant.id, values);
    return {
      params: { channelId },
      fields: {
        name: ['WhatsApp Berlin', 'WhatsApp Bonn'],
        settings: [settings, { ...settings, phoneNumberId: '1061' }],
        secrets: [{ accessToken: 'token' }, { accessToken: 'another' }],
        stopWords: [['STOP'], []],
        startWords: [['START', 'YES'], ['START']],
        quietHours: [{ from: '21:00', to: '08:00', timeZone: 'contact' }, null],
      },
    };
  },
  'v3 updateMessageTemplate': async ({ tenant }, database) => {
    const file = await createFile(database, tenant.id, { publicToken: randomUUID() });
    const other = await createFile(database, tenant.id, { publicToken: randomUUID() });
    const urlOf = ({ publicToken }: typeof file) => `http://localhost:3000/files/${publicToken}`;
    return {
      apart: ['mediaUrl'],
      fields: {
        name: ['order_shipped', 'order_sent'],
        channelType: ['sms', null],
        language: ['de', null],
        body: ['Hallo {{firstName}}', 'Hi {{firstName}}'],
        mediaFileId: [file.id, null],
        mediaUrl: [urlOf(file), urlOf(other)],
        status: ['pending', 'approved'],
      },
    };
  },
  'v3 updateAutomation': ({ channel, label, file }) => ({
    fields: {
      name: ['Welcome', 'Good bye'],
      trigger: [
        { type: 'message_received', channelId: channel.id, keyword: 'help', replyId: 'yes' },
        { type: 'label_added', labelId: label.id },
      ],
      steps: [
        [
          { type: 'send_message', text: 'Hello {{firstName}}', attachments: [{ fileId: file.id }] },
          { type: 'wait', until: '2027-01-01T09:00:00+01:00' },
          { type: 'condition', field: 'firstName', operator: 'is_set', skip: 1 },
          { type: 'assign', assignedUserId: 'user-7', assignedTeamId: null },
          { type: 'add_label', labelId: label.id },
        ],
        [{ type: 'add_label', labelId: label.id }],
      ],
    },
  }),
  'v3 updateCampaign': async ({ tenant, scheduledCampaign, channel, contact, file, segment }, database) => {
    const messageTemplate = await createMessageTemplate(database, tenant.id, { mediaFileId: file.id });
    const other = await createContact(database, tenant.id);
    const otherChannel = await createChannel(database, tenant.id);
    const steps = [{ type: 'send_template', messageTemplateId: messageTemplate.id }];
    const automation = await createAutomation(database, tenant.id, { steps });
    const otherAutomation = await createAutomation(database, tenant.id, { steps });
    return {
      params: { campaignId: scheduledCampaign.id },
      apart: ['audience'],
      fields: {
        name: ['Winter offer', 'Spring offer'],
        channelId: [channel.id, otherChannel.id],
        automationId: [automation.id, otherAutomation.id],
        messageTemplateId: [messageTemplate.id, null],
        media: [{ fileId: file.id }, null],
        scheduledAt: ['2026-12-01T09:00:00+01:00', '2026-12-02T08:00:00.000Z'],
        recurrenceRules: [['FREQ=WEEKLY;COUNT=4'], []],
        timeZone: ['Europe/Berlin', null],
        variables: [
          { code: 'A-7', city: 'Bonn' },
          { code: 'A-8', city: 'Bonn' },
        ],
        audience: [{ query: 'eq(labelName,"VIP")' }, { segmentId: segment.id }],
        contactIds: [[contact.id], [contact.id, other.id]],
        contacts: [
          [{ phoneNumber: '+4915112345670', firstName: 'Grace', labels: [{ name: 'VIP' }] }],
          [{ phoneNumber: '+4915112345671', firstName: 'Grace' }],
        ],
      },
    };
  },
  'v3 updateApiWebhook': ({ channel }) => ({
    fields: {
      url: ['https://partner.example/hooks', 'https://partner.example/moved'],
      events: [
        [{ type: 'message.received', scopes: [{ type: 'channel', ids: [channel.id.toUpperCase()] }] }, {}],
        [{ type: 'chat.updated' }],
      ],
      status: ['inactive', 'active'],
      isOrdered: [true, false],
    },
  }),
  'v2 updateApiWebhook': () => ({
    fields: {
      url: ['https://partner.example/hooks', 'https://partner.example/moved'],
      isActive: [false, true],
    },
  }),
};

/** POST operations that set a state. */
export const settingCases: Readonly<Record<string, (world: World) => object | undefined>> = {
  'v3 createChat': ({ contact, channel }) => ({ contactId: contact.id, channelId: channel.id }),
  'v3 changeChatStatus': () => ({ status: 'snoozed', snoozedUntil: '2026-12-01T09:00:00Z' }),
  'v3 assignChat': () => ({ assignedUserId: 'user-7', assignedTeamId: 'team-1', triggerAutomations: true }),
  'v3 setMessageReaction': () => ({ emoji: null }),
  'v3 markChatRead': () => undefined,
  'v3 markChatUnread': () => undefined,
  'v3 addContactLabels': ({ label }) => ({ labels: [{ id: label.id }] }),
  'v3 mergeContacts': ({ duplicate }) => ({ contactId: duplicate.id }),
  'v3 addContactHandle': () => ({ type: 'email', value: 'ada.again@customer.example' }),
  'v3 upsertContacts': ({ contact, attribute }) => ({
    contacts: [
      {
        phoneNumber: contact.phoneNumber,
        firstName: 'Grace',
        metadata: { tier: 'gold' },
        labels: [{ name: 'VIP' }],
        attributes: [{ externalId: attribute.externalId, value: 'Bonn' }],
      },
    ],
  }),
  'v3 revokeFilePublicUrl': () => undefined,
  'v3 publishAutomation': () => undefined,
  'v3 deactivateAutomation': () => undefined,
};
