export { createAddressReader } from './addresses/create-address-reader.js';
export { startStoringUsage } from './api-usage/counting/start-storing-usage.js';
export type { Usage, UsageCaller } from './api-usage/counting/usage.js';
export { UsageCounter } from './api-usage/counting/usage-counter.js';
export { apiUsage, type UsageRecord } from './api-usage/usage-record.js';
export { type AttributeRecord, attributes } from './attributes/attribute-record.js';
export { createAttribute, findAttributeErrors } from './attributes/create-attribute.js';
export { updateAttribute } from './attributes/update-attribute.js';
export { type AuditLogRecord, auditLog } from './audit-log/audit-log-record.js';
export { type AuditAction, auditActions } from './auditing/audit-actions.js';
export {
  type AutomationDetailRecord,
  type AutomationVersionRecord,
  automationDetails,
  type OccurrencesRecord,
} from './automations/automation-detail-record.js';
export { type AutomationRecord, automations } from './automations/automation-record.js';
export { cancelAutomationRun } from './automations/cancel-automation-run.js';
export { createAutomation } from './automations/create-automation.js';
export { deactivateAutomation, publishAutomation } from './automations/publish-automation.js';
export {
  type AutomationRunDetailRecord,
  type AutomationRunStepRecord,
  getAutomationRun,
  runsOf,
} from './automations/run-record.js';
export { abandonRun } from './automations/runs/abandon-run.js';
export { askOutcomes } from './automations/runs/ask-outcome.js';
export type { CallWebhook, WebhookCall, WebhookCallOutcome } from './automations/runs/call-webhook.js';
export { runAutomation } from './automations/runs/run-automation.js';
export type { AutomationRunRecord } from './automations/runs/run-json.js';
export { findTriggerErrors, triggerAutomation } from './automations/trigger-automation.js';
export { updateAutomation } from './automations/update-automation.js';
export { findVersionErrors } from './automations/versions/check-version.js';
export { runErrorCodes } from './automations/versions/step-failure.js';
export type { AutomationStep, BranchCondition } from './automations/versions/steps.js';
export { createBatcher, createKeyedBatcher } from './batcher.js';
export { BulkWorkBusyError, BulkWorkSlots } from './bulk-work-slots.js';
export { abandonCampaign } from './campaigns/abandon-campaign.js';
export { type CampaignDetailRecord, campaignDetails } from './campaigns/campaign-detail-record.js';
export type { CampaignRecord, CampaignVariable } from './campaigns/campaign-record.js';
export { cancelCampaign } from './campaigns/cancel-campaign.js';
export { findCampaignErrors } from './campaigns/check-campaign.js';
export { createCampaign } from './campaigns/create-campaign.js';
export { deleteCampaign } from './campaigns/delete-campaign.js';
export type { FailureReason } from './campaigns/failure-reason.js';
export { finishCampaign } from './campaigns/finish-campaign.js';
export { listChannelCampaigns } from './campaigns/list-channel-campaigns.js';
export type { NewCampaign } from './campaigns/new-campaign.js';
export { type CampaignRecipientRecord, recipientsOf } from './campaigns/recipient-record.js';
export { resolveAudience } from './campaigns/resolve-audience.js';
export { startCampaign } from './campaigns/start-campaign.js';
export { startOccurrence } from './campaigns/start-occurrence.js';
export { updateCampaign } from './campaigns/update-campaign.js';
export { type ChannelRecord, channelProviders, channels } from './channels/channel-record.js';
export { type CheckChannel, createChannel } from './channels/create-channel.js';
export {
  findChannel,
  type IngressChannel,
} from './channels/find-channel.js';
export {
  type FailingChannelRecord,
  recordChannelFailing,
} from './channels/record-channel-failing.js';
export { findSubscriptionErrors } from './channels/subscription-words.js';
export { findChannelUpdateErrors, updateChannel } from './channels/update-channel.js';
export { assignChat } from './chats/assign-chat.js';
export { changeChatStatus, checkSnooze } from './chats/change-chat-status.js';
export { type ChatRecord, chats } from './chats/chat-record.js';
export { createChat } from './chats/create-chat.js';
export { deleteChat } from './chats/delete-chat.js';
export { endSnooze } from './chats/end-snooze.js';
export { findChatErrors } from './chats/ensure-chat.js';
export { markChatRead, markChatUnread } from './chats/mark-chat.js';
export { type AttachmentRecord, isFileAttachment, type MessageRecord } from './chats/message-record.js';
export { createNote, findNoteErrors } from './chats/notes/create-note.js';
export { deleteNote } from './chats/notes/delete-note.js';
export { type NoteRecord, notesOf } from './chats/notes/note-record.js';
export type { DeletedChatRecord } from './chats/record-chats-deleted.js';
export { updateChat } from './chats/update-chat.js';
export { type ContactExportRecord, getContactExport } from './contact-exports/contact-export-record.js';
export { startContactExport } from './contact-exports/start-contact-export.js';
export { failContactExport, writeContactExport } from './contact-exports/write-contact-export.js';
export { addContactLabels } from './contacts/add-contact-labels.js';
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
export { addHandle, findHandleErrors } from './contacts/handles/add-handle.js';
export { deleteHandle } from './contacts/handles/delete-handle.js';
export { getSuccessor } from './contacts/merge/find-successor.js';
export { findMergeErrors, mergeContacts } from './contacts/merge/merge-contacts.js';

export { removeContactLabel } from './contacts/remove-contact-label.js';
export { updateContact } from './contacts/update-contact.js';
export { upsertContacts } from './contacts/upsert/upsert-contacts.js';
export type { UpsertResult } from './contacts/upsert/upsert-result.js';
export type { Actor, Context, IdempotencyRequest } from './context.js';
export { deleteAutomation } from './deletions/delete-automation.js';
export { deleteChannel } from './deletions/delete-channel.js';
export { abandonDelivery } from './deliveries/abandon-delivery.js';
export {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryClaim,
  type DeliveryToClaim,
} from './deliveries/claim-deliveries.js';
export {
  type DeliveryAttemptRecord,
  type DeliveryDetails,
  type DeliveryRecord,
  deliveriesOf,
  getDelivery,
} from './deliveries/delivery-record.js';
export { disableWebhook } from './deliveries/disable-webhook.js';
export { enqueueOverdueDeliveries } from './deliveries/enqueue-overdue-deliveries.js';
export type { EventRecord } from './deliveries/event-record.js';
export { expediteDeliveries } from './deliveries/expedite-deliveries.js';
export { findEventOfDelivery } from './deliveries/find-event-of-delivery.js';
export { openWebhookSecrets } from './deliveries/open-webhook-secrets.js';
export { type AttemptRecord, type RecordedAttempt, recordAttempts } from './deliveries/record-attempts.js';
export { recoverDeliveries } from './deliveries/recover-deliveries.js';
export { releaseDeliveries } from './deliveries/release-deliveries.js';
export { checkSpan, resendDeliveries, resendDelivery } from './deliveries/resend-deliveries.js';
export { sampleData } from './deliveries/sample-data.js';
export { sendTestEvent } from './deliveries/send-test-event.js';
export { settleUnclaimed } from './deliveries/settle-unclaimed.js';
export {
  collectInvalidParams,
  DomainError,
  type ErrorCode,
  type InvalidParam,
  type InvalidParamKey,
  type InvalidParams,
  type LimitCode,
  notFound,
} from './domain-error.js';
export { continueErasure } from './erasures/continue-erasure.js';
export { enqueueLostErasures } from './erasures/enqueue-lost-erasures.js';
export { eraseContact } from './erasures/erase-contact.js';
export { type ErasureRecord, getErasure } from './erasures/erasure-record.js';
export { eventFeed } from './event-feed/event-feed.js';
export { writeFeedCursor } from './event-feed/feed-cursor.js';
export { type FeedPosition, isLater } from './event-feed/feed-position.js';
export {
  type FollowedEvents,
  followEvents,
  type PlacedEvent,
} from './event-feed/follow-events.js';
export {
  checkEventSearch,
  type EventPage,
  type EventSearchRequest,
  searchEvents,
} from './event-feed/search-events.js';
export { type EventStreamStart, startEventStream } from './event-feed/start-event-stream.js';
export { isDeletionType } from './events/erased-event.js';
export { type EventType, eventTypes, type LegacyEventType, legacyEventTypes } from './events/event-type.js';
export { findEventUsage } from './events/event-usage.js';
export { createFile } from './files/create-file.js';
export { deleteFile } from './files/delete-file.js';

export { type FileLinks, openFileLinks } from './files/file-links.js';
export { type FileRecord, files } from './files/file-record.js';
export { getPublicFileToken } from './files/get-public-file-token.js';
export { openFiles } from './files/open-files.js';
export { readFile } from './files/read-file.js';
export { readFileByToken, type SharedFile } from './files/read-file-by-token.js';
export { findReferredFiles } from './files/referred-files.js';
export { removeLooseObjects } from './files/remove-loose-objects.js';
export { revokePublicUrl } from './files/revoke-public-url.js';
export { ContentIntake, type ReceivedContent } from './files/stores/content-intake.js';
export { countLooseObjects, countStores } from './files/stores/describe-stores.js';
export { type FileContent, fileChunkBytes } from './files/stores/file-store.js';
export type { StoredFile } from './files/stores/stored-file.js';
export { isId, newId } from './ids.js';
export { readPause } from './installation/pause.js';
export { type KnownPosition, pauseAfterRestore } from './installation/pause-after-restore.js';
export { readServerPosition } from './installation/server-position.js';
export type { JobPayloads, JobTask } from './jobs/job.js';
export { createLabel } from './labels/create-label.js';
export { findUnknownLabels } from './labels/find-unknown-labels.js';
export { type LabelRecord, labels } from './labels/label-record.js';
export { findLabelErrors } from './labels/label-values.js';
export { updateLabel } from './labels/update-label.js';
export { createMessageTemplate } from './message-templates/create-message-template.js';
export { deleteMessageTemplate } from './message-templates/delete-message-template.js';
export { type MessageTemplateRecord, messageTemplates } from './message-templates/message-template-record.js';
export { findPreviewErrors, previewMessageTemplate } from './message-templates/preview-message-template.js';
export { applyTemplateReport } from './message-templates/registration/apply-template-report.js';
export {
  claimSubmission,
  completeSubmission,
  failSubmission,
  postponeSubmission,
  type SubmissionToSend,
} from './message-templates/registration/continue-submission.js';
export { enqueueDueTemplateSyncs } from './message-templates/registration/enqueue-due-syncs.js';
export type { TemplateRules } from './message-templates/registration/find-template-channel.js';
export {
  findSyncErrors,
  requestTemplateSync,
  type TemplateSyncRecord,
} from './message-templates/registration/request-template-sync.js';
export {
  findSubmissionErrors,
  submitMessageTemplate,
} from './message-templates/registration/submit-message-template.js';
export {
  claimTemplatePage,
  endTemplateSync,
  postponeTemplateSync,
  restartTemplateSync,
  storeTemplatePage,
} from './message-templates/registration/sync-templates.js';
export type { RegistrationRecord } from './message-templates/registration.js';
export { findTemplateErrors } from './message-templates/template-content.js';
export { updateMessageTemplate } from './message-templates/update-message-template.js';
export { allMessages } from './messages/all-messages.js';
export { applyMessageStatus } from './messages/apply-message-status.js';
export { type ChatMessageRecord, messages, messagesOf } from './messages/chat-message-record.js';
export type { SentTemplate } from './messages/content/prepare-template.js';
export { findPlaceholders, renderTemplate } from './messages/content/render-template.js';
export { fieldsOf, findTemplatePlaceholders } from './messages/content/template-texts.js';
export { describeMissing } from './messages/content/unfilled-placeholders.js';
export type { InteractiveRecord, ReplyRecord } from './messages/interactive/interactive.js';
export type { MessageDetailsRecord } from './messages/message-details.js';
export type { MessageErrorRecord, MessageEventRecord } from './messages/message-event.js';
export { applyReaction } from './messages/reactions/apply-reaction.js';
export { findReactionErrors } from './messages/reactions/is-emoji.js';
export {
  claimReaction,
  completeReaction,
  postponeReaction,
  type ReactionToSend,
  withdrawReaction,
} from './messages/reactions/send-reaction.js';
export { setReaction } from './messages/reactions/set-reaction.js';
export { type AwaitedMedia, findAwaitedMedia, keepFetchedMedia } from './messages/receiving/fetched-media.js';
export { limitInboundWork } from './messages/receiving/limit-inbound-work.js';
export { type ReceptionResult, receiveMessage } from './messages/receiving/receive-message.js';
export { receiveMessages } from './messages/receiving/receive-messages.js';
export type { ReceivedMessage } from './messages/receiving/received-message.js';
export { scheduleMediaFetch } from './messages/receiving/schedule-media-fetch.js';
export { walkSandboxMessage } from './messages/sandbox/walk-sandbox.js';
export { cancelMessage } from './messages/scheduled/cancel-message.js';
export { startScheduledMessage } from './messages/scheduled/start-scheduled-message.js';
export { pauseChannel, reserveSlots } from './messages/sending/channel-pace.js';
export { claimMessages } from './messages/sending/claim-messages.js';
export { findMessageErrors } from './messages/sending/find-message-errors.js';
export type { MessageToSend } from './messages/sending/find-messages-to-send.js';
export {
  type Attempt,
  abandonMessage,
  completeSending,
  failSending,
  leaveSendingOpen,
  postponeSending,
  type SentAttempt,
} from './messages/sending/finish-sending.js';
export { releaseMessage } from './messages/sending/release-message.js';
export { sendMessage } from './messages/sending/send-message.js';
export { storeWordsInTurn } from './messages/words/store-words.js';
export { findTenantWeights } from './plans/find-tenant-weights.js';
export { isLimitReached, limitReached } from './plans/limit-reached.js';
export { type LimitedTenant, limitsOf } from './plans/limits-of.js';
export { type Limits, plans, runsPerEvent } from './plans/plans.js';

export { StreamSlots } from './plans/stream-slots.js';
export { type DeleteResult, deleteById } from './resources/delete-by-id.js';
export { getById, getTextById } from './resources/get-by-id.js';
export { JsonText } from './resources/json-text.js';
export { listAll } from './resources/list-all.js';
export type { Resource } from './resources/resource.js';
export { expire } from './retention/expire.js';
export { findEventCutoff } from './retention/find-event-cutoff.js';
export { removeExpired } from './retention/remove-expired.js';
export { abandonSchedule } from './schedules/abandon-schedule.js';
export { runSchedule } from './schedules/run-schedule.js';
export { checkSearch } from './search/check-search.js';
export { listUsedFields } from './search/list-used-fields.js';
export { ResultTooLargeError } from './search/page-bytes.js';
export type { SearchRequest } from './search/parse-request.js';
export { type PageFacts, type SearchResult, search, searchText } from './search/search.js';
export {
  type CursorPage,
  type CursorSearchRequest,
  checkCursorSearch,
  searchByCursor,
} from './search/search-by-cursor.js';
export type { Searchable } from './search/searchable.js';

export { channelSecret, webhookSecret, workspaceSecret } from './secrets/places.js';
export type { SecretPlace } from './secrets/sealed-text.js';
export { openSecret, sealSecret } from './secrets/secrets.js';
export { deleteSegment } from './segments/delete-segment.js';
export {
  findSegmentPreviewErrors,
  previewSegment,
  type SegmentPreviewRecord,
} from './segments/preview-segment.js';
export { type SegmentRecord, segments } from './segments/segment-record.js';
export { createSegment, findSegmentErrors, updateSegment } from './segments/write-segment.js';
export { defaultSizes, type Sizes } from './sizes.js';
export { isOfDeadWorker } from './sql/is-of-dead-worker.js';
export { newIdSql } from './sql/new-id-sql.js';
export { type Transaction, transact } from './sql/transact.js';
export { createTeam } from './teams/create-team.js';
export { findAssignmentErrors } from './teams/find-assignees.js';
export { type TeamRecord, teams } from './teams/team-record.js';
export { findTeamErrors } from './teams/team-values.js';
export { updateTeam } from './teams/update-team.js';
export { createTenantBatcher } from './tenant-batcher.js';
export { createApiKey, listApiKeys, revokeApiKey } from './tenants/administer-api-keys.js';

export { createTenant, listTenants, setTenantPlan } from './tenants/administer-tenants.js';
export { AdministrationError } from './tenants/administration-error.js';
export { authenticateKey } from './tenants/authenticate-key.js';
export {
  countUsageInTurn,
  countWaitingJobs,
  foldStoredBytes,
  recountStoredBytes,
} from './tenants/count-usage.js';
export { findTenant } from './tenants/find-tenant.js';
export { getWorkspace, type WorkspaceRecord } from './tenants/get-workspace.js';
export { isKeyUseDue, recordKeyUse } from './tenants/record-key-use.js';
export { createRecordedWrites, type RecordedWrites } from './tenants/recorded-writes.js';
export { requireRoomForBytes } from './tenants/require-room.js';
export { startCountingUsage } from './tenants/start-counting-usage.js';
export { findWorkspaceErrors, updateWorkspace } from './tenants/update-workspace.js';
export { rotateWorkspaceSecret } from './tenants/workspace-secrets.js';
export { findQuietHoursErrors, type QuietHours } from './time-zones/quiet-hours.js';
export { createUser } from './users/create-user.js';
export { deleteUser } from './users/delete-user.js';
export { updateUser } from './users/update-user.js';
export { type UserRecord, users } from './users/user-record.js';
export { findUserErrors } from './users/user-values.js';
export { isRefused, type ValidPart } from './valid-part.js';
export { createLegacyWebhook } from './webhooks/create-legacy-webhook.js';
export { createWebhook, type WebhookWithSecret } from './webhooks/create-webhook.js';
export { deleteWebhook } from './webhooks/delete-webhook.js';
export { type LegacyWebhookRecord, legacyWebhooks } from './webhooks/legacy-webhook-record.js';
export { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.js';
export { updateLegacyWebhook, updateWebhook } from './webhooks/update-webhook.js';
export {
  type WebhookEventRecord,
  type WebhookRecord,
  type WebhookScope,
  webhooks,
} from './webhooks/webhook-record.js';
