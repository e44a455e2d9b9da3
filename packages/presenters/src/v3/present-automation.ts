import type { components } from '@parley/contract/v3';
import type { AutomationRecord } from '@parley/core';

export function presentAutomation(automation: AutomationRecord): components['schemas']['Automation'] {
  return {
    id: automation.id,
    createdAt: automation.createdAt,
    updatedAt: automation.updatedAt,
    name: automation.name,
    status: automation.status,
    activeVersionId: automation.activeVersionId,
    activeVersionTriggerType: automation.activeVersionTriggerType,
    activeVersionTriggerParametersChannelId: automation.activeVersionTriggerParametersChannelId,
    latestVersionTriggerType: automation.latestVersionTriggerType,
    latestVersionTriggerParametersChannelId: automation.latestVersionTriggerParametersChannelId,
    latestVersionId: automation.latestVersionId,
  };
}
