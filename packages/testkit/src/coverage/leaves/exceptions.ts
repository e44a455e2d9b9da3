import { listOperations } from '../../wire/find-operation.js';
import { readErrorKeys } from '../../wire/read-error-keys.js';
import { apiVersions } from '../../wire/versions.js';
import type { LeafException } from './compare-leaves.js';

/** The errors that the contract marks as impossible, and what the service cannot show for the reasons below. */
export function listExceptions(): LeafException[] {
  return [...listImpossibleErrors(), ...neverShown];
}

function listImpossibleErrors(): LeafException[] {
  return apiVersions.flatMap((version) =>
    listOperations(version).map((operation) => ({
      reason: 'the contract marks it with `x-impossible-errors`',
      leaves: Object.keys(operation.responses).flatMap((status) =>
        readErrorKeys(operation, Number(status))
          .filter((key) => operation.impossibleErrors.includes(key))
          .map((key) => `${version} ${operation.operationId} ${status} ${key}`),
      ),
    })),
  );
}

const neverShown: readonly LeafException[] = [
  {
    reason:
      'a campaign that has ended has no next occurrence, and a run that has failed has an end and an error',
    leaves: [
      'v3 event with Campaign data.nextOccurrenceAt',
      'v3 event with AutomationRun data.finishedAt = null',
      'v3 event with AutomationRun data.error = null',
    ],
  },
  {
    reason: 'events and idempotency keys are never kept forever',
    leaves: ['getWorkspace', 'updateWorkspace'].flatMap((operation) => [
      `v3 ${operation} 200 data.retention.events = null`,
      `v3 ${operation} 200 data.retention.idempotencyKeys = null`,
    ]),
  },
  {
    reason: 'providers exceed the limit of inbound messages, and no operation does',
    leaves: [
      'v3 LimitDetails.limit = "inboundMessagesPerMinute"',
      'v2 LimitDetails.limit = "inboundMessagesPerMinute"',
    ],
  },
  {
    reason: 'no operation of v2 has these limits or needs this feature',
    leaves: [
      'v2 LimitDetails.limit = "automations"',
      'v2 LimitDetails.limit = "channels"',
      'v2 LimitDetails.limit = "users"',
      'v2 LimitDetails.limit = "teams"',
      'v2 LimitDetails.limit = "segments"',
      'v2 LimitDetails.limit = "storedBytes"',
      'v2 LimitDetails.limit = "eventStreams"',
      'v2 InsufficientBillingPlan.error.requiredFeature = "automations"',
    ],
  },
  { reason: 'every operation of v2 marks its only key as impossible', leaves: ['v2 ContactNotFound.*'] },
  { reason: 'a new contact has no chats', leaves: below('v3 createContact 200 data.chats[]') },
  {
    reason: 'a new export has neither a file nor an error',
    leaves: ['fileId', 'url', 'urlExpiresAt', 'errorCode'].map((name) => `v3 exportContact 200 data.${name}`),
  },
  {
    reason: 'a new message was not sent yet, and only received mail has results of its authentication',
    leaves: [
      'v3 sendMessage 200 data.vendorId',
      ...below('v3 sendMessage 200 data.authentication'),
      ...below('v3 sendMessage 200 data.errors[]'),
    ],
  },
  {
    reason:
      'a message that is sent has an origin, and the operations are tested with API keys, which it names',
    leaves: ['v3 sendMessage 200 data.origin = null', 'v3 sendMessage 200 data.origin.id = null'],
  },
  {
    reason: 'a message that is sent makes no choice; only a message of the contact does',
    leaves: ['sendMessage', 'cancelMessage'].flatMap((operation) => below(`v3 ${operation} 200 data.reply`)),
  },
  {
    reason: 'nobody can react to a message that has not been sent',
    leaves: ['sendMessage', 'cancelMessage'].flatMap((operation) =>
      below(`v3 ${operation} 200 data.reactions[]`),
    ),
  },
  {
    reason: 'only a message that was never sent can be canceled, and only one of the API can be scheduled',
    leaves: [
      'v3 cancelMessage 200 data.vendorId',
      ...below('v3 cancelMessage 200 data.authentication'),
      ...below('v3 cancelMessage 200 data.errors[]'),
      'v3 cancelMessage 200 data.origin = null',
      'v3 cancelMessage 200 data.origin.id = null',
      'v3 cancelMessage 200 data.scheduledAt = null',
    ],
  },
  {
    reason: 'an attachment that is sent is a file of the workspace, which has a name and a size',
    leaves: ['sendMessage', 'cancelMessage'].flatMap((operation) =>
      ['urlExpiresAt', 'fileId', 'name', 'size'].map(
        (name) => `v3 ${operation} 200 data.attachments[].${name} = null`,
      ),
    ),
  },
  {
    reason: 'deprecated: missing variables are an error',
    leaves: ['v3 previewMessageTemplate 200 data.missingVariables[]'],
  },
  {
    reason: 'a new template has no registration, and a template that was just submitted has no error',
    leaves: [
      ...below('v3 createMessageTemplate 200 data.registration'),
      'v3 submitMessageTemplate 200 data.registration = null',
      'v3 submitMessageTemplate 200 data.registration.rejectionReason',
      'v3 submitMessageTemplate 200 data.registration.submittedAt = null',
      ...below('v3 submitMessageTemplate 200 data.registration.error'),
    ],
  },
  {
    reason: 'only a template for WhatsApp can be submitted',
    leaves: ['v3 submitMessageTemplate 200 data.channelType = null'],
  },
  {
    reason: 'a new file has no public URL, and a revoked URL is not shown',
    leaves: ['v3 uploadFile 200 data.publicUrl', 'v3 revokeFilePublicUrl 200 data.publicUrl'],
  },
  {
    reason: 'a new or deactivated automation has no active version',
    leaves: ['createAutomation', 'deactivateAutomation'].flatMap((operation) => [
      ...below(`v3 ${operation} 200 data.activeVersion`),
      ...['Id', 'TriggerType', 'TriggerParametersChannelId'].map(
        (name) => `v3 ${operation} 200 data.activeVersion${name}`,
      ),
      ...below(`v3 ${operation} 200 data.occurrences`),
    ]),
  },
  {
    reason: 'a published automation has an active version',
    leaves: ['', 'Id', 'TriggerType'].map(
      (name) => `v3 publishAutomation 200 data.activeVersion${name} = null`,
    ),
  },
  {
    reason: 'a canceled run has finished without an error',
    leaves: [
      'v3 cancelAutomationRun 200 data.finishedAt = null',
      ...below('v3 cancelAutomationRun 200 data.error'),
    ],
  },
  {
    reason: 'only a campaign that has failed shows the reason, and these operations return none',
    leaves: ['create', 'update', 'start', 'cancel'].flatMap((verb) =>
      below(`v3 ${verb}Campaign 200 data.failureReason`),
    ),
  },
  {
    reason: 'a draft and a canceled campaign have no next occurrence, and a started one has it',
    leaves: [
      'v3 createCampaign 200 data.nextOccurrenceAt',
      'v3 cancelCampaign 200 data.nextOccurrenceAt',
      'v3 startCampaign 200 data.nextOccurrenceAt = null',
    ],
  },
  {
    reason: 'a new delivery was not attempted yet, and is due; only one that is sent again names the first',
    leaves: [
      ...['testApiWebhook', 'resendDelivery'].flatMap((operation) => [
        `v3 ${operation} 200 data.nextAttemptAt = null`,
        `v3 ${operation} 200 data.lastStatusCode`,
        `v3 ${operation} 200 data.deliveredAt`,
      ]),
      'v3 testApiWebhook 200 data.resendOfId',
      'v3 resendDelivery 200 data.resendOfId = null',
    ],
  },
  {
    reason: 'a message that waits emits no event',
    leaves: [
      'v3 MessageEventData.status = "pending"',
      'v2 MessageEventData.status = "pending"',
      'v3 MessageEventData.status = "scheduled"',
    ],
  },
];

/** A property and everything in it. */
function below(property: string): string[] {
  return [property, `${property}.*`];
}
