import type { components } from '@parley/contract/v3';
import type { AutomationDetailRecord, AutomationVersionRecord, OccurrencesRecord } from '@parley/core';
import { presentAutomation } from './present-automation.js';
import { presentAutomationStep } from './present-automation-step.js';
import { presentFailureReason } from './present-failure-reason.js';

export function presentAutomationDetail(
  automation: AutomationDetailRecord,
): components['schemas']['AutomationDetail'] {
  return {
    ...presentAutomation(automation),
    activeVersion: automation.activeVersion && presentVersion(automation.activeVersion),
    latestVersion: presentVersion(automation.latestVersion),
    occurrences: automation.occurrences && presentOccurrences(automation.occurrences),
  };
}

function presentOccurrences({
  nextOccurrenceAt,
  lastOccurrenceAt,
  failureReason,
}: OccurrencesRecord): components['schemas']['AutomationOccurrences'] {
  return { nextOccurrenceAt, lastOccurrenceAt, failureReason: presentFailureReason(failureReason) };
}

function presentVersion(version: AutomationVersionRecord): components['schemas']['AutomationVersion'] {
  return {
    id: version.id,
    createdAt: version.createdAt,
    number: version.number,
    trigger: presentTrigger(version.trigger),
    steps: version.steps.map(presentAutomationStep),
  };
}

function presentTrigger(
  trigger: AutomationVersionRecord['trigger'],
): components['schemas']['AutomationTrigger'] {
  const { rule, timeZone, audienceQuery, segmentId } = trigger;
  return {
    type: trigger.type,
    channelId: trigger.channelId,
    keyword: trigger.keyword,
    labelId: trigger.labelId,
    replyId: trigger.replyId,
    attributeId: trigger.attributeId,
    campaignId: trigger.campaignId,
    schedule: rule === null || timeZone === null ? null : { rule, timeZone },
    audience: audienceQuery === null && segmentId === null ? null : { query: audienceQuery, segmentId },
  };
}
