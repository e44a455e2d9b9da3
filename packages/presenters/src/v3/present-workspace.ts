import type { components } from '@parley/contract/v3';
import type { WorkspaceRecord } from '@parley/core';

type Workspace = components['schemas']['Workspace'];

/** The numbers that the HTTP layer counts; they include this request. */
type RateUse = Pick<Workspace['limits'], 'requestsPerMinute'> &
  Pick<Workspace['usage'], 'requestsThisMinute' | 'inboundMessagesThisMinute'>;

export function presentWorkspace(workspace: WorkspaceRecord, rate: RateUse): Workspace {
  const { limits, usage, retention } = workspace;
  return {
    id: workspace.id,
    name: workspace.name,
    plan: workspace.plan,
    features: [...workspace.features],
    defaultCountry: workspace.defaultCountry,
    searchLanguage: workspace.searchLanguage,
    timeZone: workspace.timeZone,
    limits: {
      requestsPerMinute: rate.requestsPerMinute,
      runsPerEvent: limits.runsPerEvent,
      automations: limits.automations,
      webhooks: limits.webhooks,
      channels: limits.channels,
      users: limits.users,
      teams: limits.teams,
      segments: limits.segments,
      attributes: limits.attributes,
      audienceContacts: limits.audienceContacts,
      contactsPerCall: limits.contactsPerCall,
      storedBytes: limits.storedBytes,
      waitingJobs: limits.waitingJobs,
      inboundMessagesPerMinute: limits.inboundMessagesPerMinute,
      concurrentSearches: limits.concurrentSearches,
      eventStreams: limits.eventStreams,
    },
    usage: {
      requestsThisMinute: rate.requestsThisMinute,
      inboundMessagesThisMinute: rate.inboundMessagesThisMinute,
      automations: usage.automations,
      webhooks: usage.webhooks,
      channels: usage.channels,
      users: usage.users,
      teams: usage.teams,
      segments: usage.segments,
      attributes: usage.attributes,
      storedBytes: usage.storedBytes,
      waitingJobs: usage.waitingJobs,
      concurrentSearches: usage.concurrentSearches,
      eventStreams: usage.eventStreams,
    },
    retention: {
      events: retention.events,
      messages: retention.messages,
      automationRuns: retention.automationRuns,
      campaignSends: retention.campaignSends,
      unusedFiles: retention.unusedFiles,
      releasedFiles: retention.releasedFiles,
      idempotencyKeys: retention.idempotencyKeys,
    },
  };
}
