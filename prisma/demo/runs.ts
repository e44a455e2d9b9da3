import { versionIds } from './automations.js';
import { automationIds, campaignSendIds, channelIds, chatIds, contactIds, demoId, runIds } from './ids.js';

const welcomedAt = new Date('2026-11-10T08:00:01.000Z');
const offeredAt = new Date('2026-10-20T08:00:01.000Z');
const failedAt = new Date('2026-11-12T09:00:00.000Z');

/** Three runs have sent a message, and one has failed. All have ended, so that none sends more. */
export const automationRuns = [
  {
    id: runIds.welcome,
    automationId: automationIds.welcome,
    automationVersionId: versionIds.welcome,
    contactId: contactIds.ada,
    chatId: chatIds.ada,
    channelId: channelIds.whatsapp,
    status: 'completed',
    position: 1,
    ...during(new Date('2026-11-10T08:00:00.000Z'), welcomedAt),
  },
  {
    id: runIds.autumnOffer,
    automationId: automationIds.newsletter,
    automationVersionId: versionIds.newsletter,
    contactId: contactIds.ada,
    chatId: chatIds.ada,
    channelId: channelIds.whatsapp,
    campaignSendId: campaignSendIds.ada,
    status: 'completed',
    position: 1,
    variables: { discount: '10 %' },
    ...during(new Date('2026-10-20T08:00:00.000Z'), offeredAt),
  },
  {
    id: runIds.autumnOfferOfEmil,
    automationId: automationIds.newsletter,
    automationVersionId: versionIds.newsletter,
    contactId: contactIds.emil,
    chatId: chatIds.emil,
    channelId: channelIds.whatsapp,
    campaignSendId: campaignSendIds.emil,
    status: 'completed',
    position: 1,
    variables: { discount: '10 %' },
    ...during(new Date('2026-10-20T08:00:00.000Z'), offeredAt),
  },
  {
    id: runIds.orderUpdate,
    automationId: automationIds.orderUpdate,
    automationVersionId: versionIds.orderUpdate,
    contactId: contactIds.chiara,
    status: 'failed',
    error: missingVariable(),
    ...during(failedAt, failedAt),
  },
] as const;

export const automationRunSteps = [
  {
    ...stepAt(welcomedAt, { runId: runIds.welcome, type: 'send_message' }),
    result: { messageId: demoId('5f') },
  },
  {
    ...stepAt(offeredAt, { runId: runIds.autumnOffer, type: 'send_template' }),
    result: { messageId: demoId('5c') },
  },
  {
    ...stepAt(offeredAt, { runId: runIds.autumnOfferOfEmil, type: 'send_template' }),
    result: { messageId: demoId('50') },
  },
  { ...stepAt(failedAt, { runId: runIds.orderUpdate, type: 'send_message' }), error: missingVariable() },
];

function during(startedAt: Date, finishedAt: Date) {
  return { createdAt: startedAt, scheduledAt: startedAt, startedAt, finishedAt, updatedAt: finishedAt };
}

function stepAt(at: Date, step: { readonly runId: string; readonly type: string }) {
  return { ...step, number: 1, position: 0, startedAt: at, finishedAt: at };
}

function missingVariable() {
  return { code: 'missing_variable', message: 'There is no value for {{orderNumber}}.' } as const;
}
