import type { components } from '@parley/contract/v3';
import type { CampaignDetailRecord, CampaignRecipientRecord } from '@parley/core';
import { presentFailureReason } from './present-failure-reason.js';

export function presentCampaign(campaign: CampaignDetailRecord): components['schemas']['Campaign'] {
  const { totals } = campaign;
  return {
    id: campaign.id,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
    name: campaign.name,
    status: campaign.status,
    channelId: campaign.channelId,
    automationId: campaign.automationId,
    messageTemplateId: campaign.messageTemplateId,
    media: campaign.mediaFileId === null ? null : { fileId: campaign.mediaFileId },
    scheduledAt: campaign.scheduledAt,
    recurrenceRules: [...campaign.recurrenceRules],
    timeZone: campaign.timeZone ?? null,
    variables: Object.fromEntries(campaign.variables.map(({ name, value }) => [name, value])),
    audience: presentAudience(campaign),
    nextOccurrenceAt: campaign.nextOccurrenceAt,
    failureReason: presentFailureReason(campaign.failureReason),
    totals: {
      recipients: totals.recipients,
      pending: totals.pending,
      sent: totals.sent,
      delivered: totals.delivered,
      read: totals.read,
      failed: totals.failed,
      skipped: totals.skipped,
      canceled: totals.canceled,
      // Events from before these were counted do not have them.
      replied: totals.replied ?? 0,
      optedOut: totals.optedOut ?? 0,
    },
  };
}

export function presentCampaignRecipient(
  recipient: CampaignRecipientRecord,
): components['schemas']['CampaignRecipient'] {
  return {
    id: recipient.id,
    createdAt: recipient.createdAt,
    contactId: recipient.contactId,
    status: recipient.status,
    skippedReason: recipient.skippedReason,
    failureReason: presentFailureReason(recipient.failureReason),
    messageId: recipient.messageId,
    automationRunId: recipient.automationRunId,
    occursAt: recipient.occursAt,
    repliedAt: recipient.repliedAt,
    optedOutAt: recipient.optedOutAt,
  };
}

function presentAudience({
  audienceQuery,
  segmentId,
}: CampaignDetailRecord): components['schemas']['CampaignAudience'] | null {
  if (!audienceQuery && !segmentId) return null;
  return { query: audienceQuery, segmentId };
}
