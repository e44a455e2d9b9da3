export { createAddressReader, type ReadAddress } from './addresses/create-address-reader.js';
export { type AttributeRecord, attributes } from './attributes/attribute-record.js';
export {
  type AttributeDetails,
  createAttribute,
  findAttributeErrors,
  type NewAttribute,
} from './attributes/create-attribute.js';
export { type AttributeUpdate, updateAttribute } from './attributes/update-attribute.js';
export {
  type AutomationDetailRecord,
  type AutomationVersionRecord,
  automationDetails,
  type VersionTrigger,
} from './automations/automation-detail-record.js';
export { type AutomationRecord, automations } from './automations/automation-record.js';
export { cancelAutomationRun, type RunKey } from './automations/cancel-automation-run.js';
export { createAutomation, type NewAutomation } from './automations/create-automation.js';
export { deactivateAutomation, publishAutomation } from './automations/publish-automation.js';
export {
  type AutomationRunDetailRecord,
  type AutomationRunRecord,
  type AutomationRunStepRecord,
  getAutomationRun,
  runsOf,
  type StepResult,
} from './automations/run-record.js';
export { abandonRun } from './automations/runs/abandon-run.js';
export type {
  CallWebhook,
  WebhookCall,
  WebhookCallOutcome,
} from './automations/runs/call-webhook.js';
export { maxDepth as maxAutomationDepth } from './automations/runs/run.js';
export {
  type RunOptions,
  type RunReport,
  runAutomation,
} from './automations/runs/run-automation.js';
export {
  type AutomationTrigger,
  findTriggerErrors,
  type TriggeredRun,
  triggerAutomation,
} from './automations/trigger-automation.js';
export { type AutomationUpdate, updateAutomation } from './automations/update-automation.js';
export type { NewTrigger, NewVersion } from './automations/versions/check-version.js';
export { findVersionErrors } from './automations/versions/check-version.js';
export { type RunError, runErrorCodes } from './automations/versions/step-failure.js';
export type { AutomationStep, StepType } from './automations/versions/steps.js';
export { type Batcher, createBatcher, createKeyedBatcher } from './batcher.js';
export { abandonCampaign } from './campaigns/abandon-campaign.js';
export {
  type CampaignDetailRecord,
  type CampaignTotals,
  campaignDetails,
} from './campaigns/campaign-detail-record.js';
export { type CampaignRecord, type CampaignVariable, campaigns } from './campaigns/campaign-record.js';
export type { CampaignUpdate } from './campaigns/campaign-update.js';
export { cancelCampaign } from './campaigns/cancel-campaign.js';
export { findCampaignErrors } from './campaigns/check-campaign.js';
export { createCampaign } from './campaigns/create-campaign.js';
export { deleteCampaign } from './campaigns/delete-campaign.js';
export type { FailureReason } from './campaigns/failure-reason.js';
export { finishCampaign } from './campaigns/finish-campaign.js';
export { listChannelCampaigns } from './campaigns/list-channel-campaigns.js';
export type { NewCampaign } from './campaigns/new-campaign.js';
export {
  type CampaignRecipientRecord,
  recipientsOf,
} from './campaigns/recipient-record.js';
export { checkRecurrenceRule } from './campaigns/recurrence/check-recurrence-rule.js';
export {
  findFirstOccurrence,
  findNextOccurrence,
  type Recurrence,
} from './campaigns/recurrence/find-next-occurrence.js';
export { startCampaign } from './campaigns/start-campaign.js';
export { type StartedOccurrence, startOccurrence } from './campaigns/start-occurrence.js';
export { updateCampaign } from './campaigns/update-campaign.js';
export {
  type ChannelRecord,
  type ChannelSettings,
  channelProviders,
  channels,
} from './channels/channel-record.js';
export {
  type ChannelConfiguration,
  type CheckChannel,
  createChannel,
  type NewChannel,
} from './channels/create-channel.js';
export { type ConfiguredChannel, findChannel, type IngressChannel } from './channels/find-channel.js';
export { type ChannelUpdate, findChannelUpdateErrors, updateChannel } from './channels/update-channel.js';
export { assignChat, type ChatAssignment } from './chats/assign-chat.js';
export { type ChatStatusChange, changeChatStatus, checkSnooze } from './chats/change-chat-status.js';
export { type ChatRecord, chats } from './chats/chat-record.js';
export { createChat } from './chats/create-chat.js';
export { endSnooze } from './chats/end-snooze.js';
export { type ChatParties, findChatErrors } from './chats/ensure-chat.js';
export { markChatRead, markChatUnread } from './chats/mark-chat.js';
export type { AttachmentRecord, MessageRecord, StoredAttachment } from './chats/message-record.js';
export { recordChatUpdated } from './chats/record-chat-updated.js';
export { type ChatUpdate, updateChat } from './chats/update-chat.js';
export { addContactLabels, type ContactLabelsAddition } from './contacts/add-contact-labels.js';
export { checkContact } from './contacts/check-contact.js';
export {
  type ContactAttributeRecord,
  type ContactChatRecord,
  type ContactLabelRecord,
  type ContactRecord,
  contacts,
} from './contacts/contact-record.js';
export { createContact } from './contacts/create-contact.js';
export type { HandleRecord } from './contacts/handle-record.js';
export type { ImportEntry } from './contacts/import/plan-import.js';
export { type ContactImport, importContacts } from './contacts/import-contacts.js';
export type { NewContact } from './contacts/new-contact.js';
export { recordContactsUpdated, recordContactUpdated } from './contacts/record-contacts-updated.js';
export { type ContactLabelRemoval, removeContactLabel } from './contacts/remove-contact-label.js';
export { type ContactUpdate, updateContact } from './contacts/update-contact.js';
export type { UpsertItem } from './contacts/upsert/read-item.js';
export { upsertContacts } from './contacts/upsert/upsert-contacts.js';
export type { UpsertResult } from './contacts/upsert/upsert-result.js';
export type { ContactChange } from './contacts/writing/contact-change.js';
export type { Context, IdempotencyRequest } from './context.js';
export { deleteAutomation } from './deletions/delete-automation.js';
export { deleteChannel } from './deletions/delete-channel.js';
export { abandonDelivery } from './deliveries/abandon-delivery.js';
export {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDeliveries,
  type DeliveryToClaim,
  type StoredEvent,
} from './deliveries/claim-deliveries.js';
export {
  type DeliveryAttemptRecord,
  type DeliveryDetails,
  type DeliveryKey,
  type DeliveryRecord,
  deliveriesOf,
  getDelivery,
} from './deliveries/delivery-record.js';
export { type DisabledWebhook, disableWebhook, type WebhookToDisable } from './deliveries/disable-webhook.js';
export { enqueueOverdueDeliveries } from './deliveries/enqueue-overdue-deliveries.js';
export type { EventRecord } from './deliveries/event-record.js';
export { expediteDeliveries } from './deliveries/expedite-deliveries.js';
export { type AttemptRecord, type RecordedAttempt, recordAttempts } from './deliveries/record-attempts.js';
export { type LostLeases, recoverDeliveries } from './deliveries/recover-deliveries.js';
export { type DeliveryToRelease, releaseDeliveries } from './deliveries/release-deliveries.js';
export {
  checkSpan,
  type DeliveriesToResend,
  resendDeliveries,
  resendDelivery,
} from './deliveries/resend-deliveries.js';
export { sendTestEvent } from './deliveries/send-test-event.js';
export { settleUnclaimed } from './deliveries/settle-unclaimed.js';
export {
  collectInvalidParams,
  DomainError,
  type ErrorCode,
  type InvalidParam,
  type InvalidParamKey,
  type InvalidParams,
  type NotFoundResource,
  notFound,
} from './domain-error.js';
export { type EventType, eventTypes, type LegacyEventType, legacyEventTypes } from './events/event-type.js';
export { type NewEvent, recordEvents } from './events/record-events.js';
export { createFile, type NewFile } from './files/create-file.js';
export { type FileRecord, files } from './files/file-record.js';
export { getPublicFileToken } from './files/get-public-file-token.js';
export { readFile } from './files/read-file.js';
export { readFileContents } from './files/read-file-contents.js';
export { readPublicFile } from './files/read-public-file.js';
export type { StoredFile } from './files/stored-file.js';
export { isId, newId } from './ids.js';
export { addJob, type NewJob } from './jobs/add-job.js';
export type { JobPayloads, JobTask } from './jobs/job.js';
export { createLabel } from './labels/create-label.js';
export { findUnknownLabels } from './labels/find-unknown-labels.js';
export { type LabelRecord, labels } from './labels/label-record.js';
export { findLabelErrors, type NewLabel } from './labels/label-values.js';
export { type LabelUpdate, updateLabel } from './labels/update-label.js';
export { createMessageTemplate } from './message-templates/create-message-template.js';
export { deleteMessageTemplate } from './message-templates/delete-message-template.js';
export { type MessageTemplateRecord, messageTemplates } from './message-templates/message-template-record.js';
export {
  findPreviewErrors,
  previewMessageTemplate,
  type TemplatePreview,
} from './message-templates/preview-message-template.js';
export type { TemplateContent } from './message-templates/template-content.js';
export { findTemplateErrors } from './message-templates/template-content.js';
export {
  type MessageTemplateUpdate,
  updateMessageTemplate,
} from './message-templates/update-message-template.js';
export { applyMessageStatus, type StatusOutcome } from './messages/apply-message-status.js';
export { type ChatMessageRecord, messages, messagesOf } from './messages/chat-message-record.js';
export { contactVariables } from './messages/content/contact-variables.js';
export type { SentTemplate } from './messages/content/prepare-template.js';
export {
  findPlaceholders,
  type RenderedTemplate,
  renderTemplate,
  type TemplateVariables,
} from './messages/content/render-template.js';
export { findTemplatePlaceholders } from './messages/content/template-texts.js';
export { describeMissing } from './messages/content/unfilled-placeholders.js';
export type { MessageErrorRecord, MessageEventRecord } from './messages/message-event.js';
export {
  type AwaitedMedia,
  type FetchedMedia,
  findAwaitedMedia,
  keepFetchedMedia,
} from './messages/receiving/fetched-media.js';
export {
  type MessageReception,
  type ReceptionResult,
  receiveMessage,
} from './messages/receiving/receive-message.js';
export { type MessageReceptions, receiveMessages } from './messages/receiving/receive-messages.js';
export type {
  MessageSenderFacts,
  ReceivedAttachment,
  ReceivedMessage,
} from './messages/receiving/received-message.js';
export { scheduleMediaFetch } from './messages/receiving/schedule-media-fetch.js';
export { pauseChannel, reserveSlots, type SlotsToReserve } from './messages/sending/channel-pace.js';
export type { NamedRecipient } from './messages/sending/check-message.js';
export { claimMessage, type MessageToSend, type SendingRules } from './messages/sending/claim-message.js';
export { enqueueMessage, type OutboundMessageRecord } from './messages/sending/enqueue-message.js';
export { findMessageErrors } from './messages/sending/find-message-errors.js';
export type { RecipientAddress } from './messages/sending/find-recipient.js';
export {
  type Attempt,
  abandonMessage,
  completeSending,
  failSending,
  leaveSendingOpen,
  postponeSending,
  type SentAttempt,
} from './messages/sending/finish-sending.js';
export type { NewMessage } from './messages/sending/new-message.js';
export { releaseMessage } from './messages/sending/release-message.js';
export { type MessageToAccept, sendMessage } from './messages/sending/send-message.js';
export { walkSandboxMessage } from './messages/sending/walk-sandbox.js';
export type { StatusReport } from './messages/status-report.js';
export { type DeleteResult, deleteById } from './resources/delete-by-id.js';
export { getById } from './resources/get-by-id.js';
export { listAll } from './resources/list-all.js';
export type { Resource } from './resources/resource.js';
export { checkSearch } from './search/check-search.js';
export type { SearchRequest } from './search/parse-request.js';
export { type SearchResult, search } from './search/search.js';
export {
  type CursorPage,
  type CursorSearchable,
  type CursorSearchRequest,
  checkCursorSearch,
  searchByCursor,
} from './search/search-by-cursor.js';
export type { Field, FieldKind, Searchable } from './search/searchable.js';
export { isOfDeadWorker } from './sql/is-of-dead-worker.js';
export { type PrismaTransaction, type Transaction, transact, transactWithPrisma } from './sql/transact.js';
export {
  type ApiKeyAddress,
  createApiKey,
  findApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
} from './tenants/administer-api-keys.js';
export {
  createTenant,
  findTenant,
  listTenants,
  type NewTenant,
  type PlanChange,
  setTenantPlan,
} from './tenants/administer-tenants.js';
export { AdministrationError } from './tenants/administration-error.js';
export { type AuthenticatedKey, authenticateKey, type KeyClaims } from './tenants/authenticate-key.js';
export { getWorkspace, type WorkspaceRecord } from './tenants/get-workspace.js';
export { type PlanFeature, plans } from './tenants/plans.js';
export { rotateWorkspaceSecret } from './tenants/workspace-secrets.js';
export { startTriggeredRuns } from './triggers/start-triggered-runs.js';
export type { TriggerEvent } from './triggers/trigger-event.js';
export { isRefused, type ValidPart } from './valid-part.js';
export { createLegacyWebhook, type NewLegacyWebhook } from './webhooks/create-legacy-webhook.js';
export { createWebhook, type NewWebhook, type WebhookWithSecret } from './webhooks/create-webhook.js';
export { deleteWebhook } from './webhooks/delete-webhook.js';
export type { WebhookEventInput } from './webhooks/event-entries.js';
export { type LegacyWebhookRecord, legacyWebhooks } from './webhooks/legacy-webhook-record.js';
export { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.js';
export {
  type LegacyWebhookUpdate,
  updateLegacyWebhook,
  updateWebhook,
  type WebhookUpdate,
} from './webhooks/update-webhook.js';
export {
  type WebhookEventRecord,
  type WebhookRecord,
  type WebhookScope,
  webhooks,
} from './webhooks/webhook-record.js';
