import { attributeIds, automationIds, campaignIds, channelIds, demoId, teamIds } from './ids.js';

export const versionIds = {
  welcome: demoId('91'),
  askForRating: demoId('92'),
  outOfOffice: demoId('93'),
  orderUpdate: demoId('94'),
  answerAtOnce: demoId('95'),
  answerAtOnceNext: demoId('96'),
  newsletter: demoId('97'),
  greetContact: demoId('98'),
  interested: demoId('9a'),
  newsletterNext: demoId('9b'),
  welcomeNext: demoId('9c'),
  orderUpdateNext: demoId('9d'),
};

export const automations = [
  {
    id: automationIds.welcome,
    name: 'Welcome new customers',
    status: 'active',
    activeVersionId: versionIds.welcome,
    activeVersionTriggerType: 'chat_opened',
    activeVersionTriggerParametersChannelId: channelIds.whatsapp,
    latestVersionId: versionIds.welcomeNext,
    latestVersionTriggerType: 'label_added',
    latestVersionTriggerParametersChannelId: channelIds.whatsapp,
    createdAt: new Date('2026-11-01T10:00:00.000Z'),
    updatedAt: new Date('2026-11-02T10:00:00.000Z'),
  },
  {
    id: automationIds.askForRating,
    name: 'Ask for a rating',
    status: 'draft',
    latestVersionId: versionIds.askForRating,
    latestVersionTriggerType: 'chat_closed',
    createdAt: new Date('2026-11-03T10:00:00.000Z'),
  },
  {
    id: automationIds.outOfOffice,
    name: 'Out of office',
    status: 'inactive',
    latestVersionId: versionIds.outOfOffice,
    latestVersionTriggerType: 'message_received',
    latestVersionTriggerParametersChannelId: channelIds.email,
    createdAt: new Date('2026-11-04T10:00:00.000Z'),
  },
  {
    id: automationIds.orderUpdate,
    name: 'Order update',
    status: 'active',
    activeVersionId: versionIds.orderUpdate,
    activeVersionTriggerType: 'manual',
    latestVersionId: versionIds.orderUpdateNext,
    latestVersionTriggerType: 'attribute_changed',
    createdAt: new Date('2026-11-05T10:00:00.000Z'),
  },
  {
    id: automationIds.newsletter,
    name: 'Newsletter',
    status: 'active',
    activeVersionId: versionIds.newsletter,
    activeVersionTriggerType: 'manual',
    latestVersionId: versionIds.newsletterNext,
    latestVersionTriggerType: 'schedule',
    createdAt: new Date('2026-11-05T11:00:00.000Z'),
  },
  {
    id: automationIds.answerAtOnce,
    name: 'Answer at once',
    status: 'active',
    activeVersionId: versionIds.answerAtOnce,
    activeVersionTriggerType: 'message_received',
    activeVersionTriggerParametersChannelId: channelIds.sms,
    latestVersionId: versionIds.answerAtOnceNext,
    latestVersionTriggerType: 'message_received',
    createdAt: new Date('2026-11-06T10:00:00.000Z'),
  },
  {
    id: automationIds.greetContact,
    name: 'Greet new contacts',
    status: 'draft',
    latestVersionId: versionIds.greetContact,
    latestVersionTriggerType: 'contact_created',
    latestVersionTriggerParametersChannelId: channelIds.sms,
    createdAt: new Date('2026-11-07T10:00:00.000Z'),
  },
  {
    id: automationIds.interested,
    name: 'Interested in the autumn offer',
    status: 'draft',
    latestVersionId: versionIds.interested,
    latestVersionTriggerType: 'campaign_replied',
    createdAt: new Date('2026-11-07T11:00:00.000Z'),
  },
] as const;

export const automationVersions = [
  {
    id: versionIds.welcome,
    automationId: automationIds.welcome,
    number: 1,
    triggerType: 'chat_opened',
    triggerChannelId: channelIds.whatsapp,
    steps: [sendMessage('Welcome! How can we help you?')],
  },
  {
    id: versionIds.welcomeNext,
    automationId: automationIds.welcome,
    number: 2,
    triggerType: 'label_added',
    triggerChannelId: channelIds.whatsapp,
    triggerParameters: { labelId: demoId('61') },
    steps: [sendMessage('Welcome, {{displayName}}! You have a person of your own now: Mara.')],
  },
  {
    id: versionIds.askForRating,
    automationId: automationIds.askForRating,
    number: 1,
    triggerType: 'chat_closed',
    steps: askForRating(),
  },
  {
    id: versionIds.outOfOffice,
    automationId: automationIds.outOfOffice,
    number: 1,
    triggerType: 'message_received',
    triggerChannelId: channelIds.email,
    steps: [
      {
        type: 'branch',
        conditions: [{ field: 'time', operator: 'is_not_within', workingHours: officeHours() }],
        // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
        then: [sendMessage('We are back on Monday.')],
        else: [
          { type: 'set_variable', name: 'team', value: 'support' },
          sendMessage('Our {{team}} answers soon.'),
        ],
      },
    ],
  },
  {
    id: versionIds.orderUpdate,
    automationId: automationIds.orderUpdate,
    number: 1,
    triggerType: 'manual',
    steps: [sendMessage('News about your order {{orderNumber}}.')],
  },
  {
    id: versionIds.orderUpdateNext,
    automationId: automationIds.orderUpdate,
    number: 2,
    triggerType: 'attribute_changed',
    triggerParameters: { attributeId: attributeIds.orderCount },
    steps: [
      {
        type: 'call_webhook',
        url: 'https://shop.example/orders/status',
        responseVariables: [{ name: 'orderStatus', pointer: '/order/status' }],
      },
      sendMessage('Your order number {{orderCount}} is {{orderStatus}}.'),
    ],
  },
  {
    id: versionIds.newsletter,
    automationId: automationIds.newsletter,
    number: 1,
    triggerType: 'manual',
    steps: [{ type: 'send_template', messageTemplateId: demoId('b3') }],
  },
  {
    id: versionIds.answerAtOnce,
    automationId: automationIds.answerAtOnce,
    number: 1,
    triggerType: 'message_received',
    triggerChannelId: channelIds.sms,
    steps: [sendMessage('Thank you, we will answer soon.')],
  },
  {
    id: versionIds.answerAtOnceNext,
    automationId: automationIds.answerAtOnce,
    number: 2,
    triggerType: 'message_received',
    steps: [sendMessage('Thank you, we will answer within the hour.')],
  },
  {
    id: versionIds.greetContact,
    automationId: automationIds.greetContact,
    number: 1,
    triggerType: 'contact_created',
    triggerChannelId: channelIds.sms,
    steps: [sendMessage('Hello {{displayName}}, we are here for you.'), askForBirthday()],
  },
  {
    id: versionIds.interested,
    automationId: automationIds.interested,
    number: 1,
    triggerType: 'campaign_replied',
    triggerParameters: { campaignId: campaignIds.autumnOffer },
    steps: [
      { type: 'add_label', labelId: demoId('61') },
      { type: 'assign', teamId: teamIds.support, strategy: 'least_busy' },
    ],
  },
  {
    id: versionIds.newsletterNext,
    automationId: automationIds.newsletter,
    number: 2,
    triggerType: 'schedule',
    triggerParameters: {
      rule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0',
      timeZone: 'workspace',
      audienceQuery: 'and(eq(labelName,"VIP"),eq(isSubscribed,true))',
    },
    steps: [sendMessage('Good morning, {{displayName}}!')],
  },
] as const;

function askForRating() {
  return [
    {
      type: 'ask',
      text: 'How did we do, from 1 to 5?',
      expect: 'number',
      saveTo: { variable: 'rating' },
      timeoutSeconds: 86_400,
      retry: { text: 'Please answer with a number from 1 to 5.', times: 2 },
      else: [{ type: 'stop' }],
    },
    {
      type: 'branch',
      conditions: [{ field: 'variables.rating', operator: 'greater_than', value: '3' }],
      // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
      then: [sendMessage('Thank you! We are glad that you liked it.')],
      else: [
        sendMessage('We are sorry. A colleague will contact you.'),
        { type: 'set_chat_status', status: 'open' },
      ],
    },
  ];
}

function askForBirthday() {
  return {
    type: 'ask',
    text: 'When is your birthday? You get a voucher.',
    expect: 'date',
    saveTo: { externalId: 'birthday' },
    timeoutSeconds: 86_400,
    retry: { text: 'Please reply with a date, such as 23.04.1991.', times: 1 },
    else: [{ type: 'stop' }],
  };
}

function sendMessage(text: string) {
  return { type: 'send_message', text };
}

function officeHours() {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  return { timeZone: 'Europe/Berlin', hours: days.map((day) => ({ day, from: '09:00', to: '17:00' })) };
}
