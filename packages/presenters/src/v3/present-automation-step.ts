import type { components } from '@parley/contract/v3';
import type { AutomationStep } from '@parley/core';

type Step = components['schemas']['AutomationStep'];

/**
 * Presents a step. It has the shape in which it was sent, so that it can be sent again: omitted fields stay omitted.
 */
export function presentAutomationStep(step: AutomationStep): Step {
  switch (step.type) {
    case 'send_message':
      return {
        type: step.type,
        text: step.text,
        ...(step.attachments && { attachments: step.attachments.map(({ fileId }) => ({ fileId })) }),
      };
    case 'send_template':
      return {
        type: step.type,
        messageTemplateId: step.messageTemplateId,
        ...(step.variables && { variables: { ...step.variables } }),
        ...(step.mediaFileId !== undefined && { mediaFileId: step.mediaFileId }),
      };
    case 'add_label':
      return { type: step.type, labelId: step.labelId };
    case 'remove_label':
      return { type: step.type, labelId: step.labelId };
    case 'set_attribute':
      return { type: step.type, externalId: step.externalId, value: step.value };
    case 'assign':
      return {
        type: step.type,
        ...(step.assignedUserId !== undefined && { assignedUserId: step.assignedUserId }),
        ...(step.assignedTeamId !== undefined && { assignedTeamId: step.assignedTeamId }),
        ...(step.userId !== undefined && { userId: step.userId }),
        ...(step.teamId !== undefined && { teamId: step.teamId }),
        ...(step.strategy !== undefined && { strategy: step.strategy }),
      };
    case 'set_chat_status':
      return {
        type: step.type,
        status: step.status,
        ...(step.snoozeSeconds !== undefined && { snoozeSeconds: step.snoozeSeconds }),
      };
    case 'wait':
      return {
        type: step.type,
        ...(step.seconds !== undefined && { seconds: step.seconds }),
        ...(step.until !== undefined && { until: step.until }),
      };
    case 'condition':
      return {
        type: step.type,
        field: step.field,
        operator: step.operator,
        ...(step.value !== undefined && { value: step.value }),
        ...(step.skip !== undefined && { skip: step.skip }),
      };
    case 'call_webhook':
      return { type: step.type, url: step.url };
    default:
      return step satisfies never;
  }
}
