import type { components } from '@parley/contract/v3';
import type { AutomationRunDetailRecord, AutomationRunRecord, AutomationRunStepRecord } from '@parley/core';

export function presentAutomationRun(run: AutomationRunRecord): components['schemas']['AutomationRun'] {
  return {
    id: run.id,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    automationId: run.automationId,
    automationVersionId: run.automationVersionId,
    contactId: run.contactId,
    chatId: run.chatId,
    campaignId: run.campaignId,
    status: run.status,
    scheduledAt: run.scheduledAt,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    position: run.position,
    error: run.error && presentError(run.error),
  };
}

export function presentAutomationRunDetail(
  run: AutomationRunDetailRecord,
): components['schemas']['AutomationRunDetail'] {
  return {
    ...presentAutomationRun(run),
    variables: { ...run.variables },
    media: run.mediaFileId === null ? null : { fileId: run.mediaFileId },
    steps: run.steps.map(presentStep),
  };
}

function presentStep(step: AutomationRunStepRecord): components['schemas']['AutomationRunStep'] {
  return {
    position: step.position,
    type: step.type,
    startedAt: step.startedAt,
    finishedAt: step.finishedAt,
    result: step.result && {
      messageId: step.result.messageId ?? null,
      isMet: step.result.isMet ?? null,
      statusCode: step.result.statusCode ?? null,
      outcome: step.result.outcome ?? null,
    },
    error: step.error && presentError(step.error),
  };
}

function presentError({
  code,
  message,
}: NonNullable<AutomationRunRecord['error']>): components['schemas']['AutomationRunError'] {
  return { code, message };
}
