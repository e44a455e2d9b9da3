import type { components } from '@parley/contract/v3';
import type { AutomationDetailRecord, AutomationVersionRecord } from '@parley/core';
import { presentAutomation } from './present-automation.js';
import { presentAutomationStep } from './present-automation-step.js';

export function presentAutomationDetail(
  automation: AutomationDetailRecord,
): components['schemas']['AutomationDetail'] {
  return {
    ...presentAutomation(automation),
    activeVersion: automation.activeVersion && presentVersion(automation.activeVersion),
    latestVersion: presentVersion(automation.latestVersion),
  };
}

function presentVersion(version: AutomationVersionRecord): components['schemas']['AutomationVersion'] {
  const { type, channelId, keyword, labelId, replyId, attributeId, campaignId } = version.trigger;
  return {
    id: version.id,
    createdAt: version.createdAt,
    number: version.number,
    trigger: { type, channelId, keyword, labelId, replyId, attributeId, campaignId },
    steps: version.steps.map(presentAutomationStep),
  };
}
