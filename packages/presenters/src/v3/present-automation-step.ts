import type { components } from '@parley/contract/v3';
import type { AutomationStep, BranchCondition } from '@parley/core';

type Step = components['schemas']['AutomationStep'];
type Condition = components['schemas']['BranchCondition'];

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
        ...(step.interactive && { interactive: presentStepInteractive(step.interactive) }),
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
      return {
        type: step.type,
        url: step.url,
        ...(step.responseVariables && {
          responseVariables: step.responseVariables.map(({ name, pointer }) => ({ name, pointer })),
        }),
      };
    case 'branch':
      return {
        type: step.type,
        ...(step.match && { match: step.match }),
        conditions: step.conditions.map(presentCondition),
        // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
        then: step.then.map(presentAutomationStep),
        ...(step.else && { else: step.else.map(presentAutomationStep) }),
      };
    case 'ask':
      return {
        type: step.type,
        ...(step.text !== undefined && { text: step.text }),
        ...(step.interactive && { interactive: presentStepInteractive(step.interactive) }),
        expect: step.expect,
        saveTo: {
          ...(step.saveTo.variable !== undefined && { variable: step.saveTo.variable }),
          ...(step.saveTo.externalId !== undefined && { externalId: step.saveTo.externalId }),
        },
        timeoutSeconds: step.timeoutSeconds,
        ...(step.retry && {
          retry: {
            text: step.retry.text,
            ...(step.retry.times !== undefined && { times: step.retry.times }),
          },
        }),
        ...(step.else && { else: step.else.map(presentAutomationStep) }),
      };
    case 'set_variable':
      return { type: step.type, name: step.name, value: step.value };
    case 'stop':
      return { type: step.type };
    default:
      return step satisfies never;
  }
}

function presentCondition({ field, operator, value, workingHours }: BranchCondition): Condition {
  return {
    field,
    operator,
    ...(value !== undefined && { value }),
    ...(workingHours && {
      workingHours: {
        timeZone: workingHours.timeZone,
        hours: workingHours.hours.map(({ day, from, to }) => ({ day, from, to })),
      },
    }),
  };
}

type StepInteractive = NonNullable<Extract<AutomationStep, { type: 'send_message' }>['interactive']>;

function presentStepInteractive({
  body,
  header,
  footer,
  buttons,
  list,
  link,
}: StepInteractive): components['schemas']['InteractiveInput'] {
  return {
    body,
    ...(header !== undefined && { header }),
    ...(footer !== undefined && { footer }),
    ...(buttons && { buttons: buttons.map(({ id, title }) => ({ id, title })) }),
    ...(list && {
      list: {
        button: list.button,
        sections: list.sections.map(({ title, rows }) => ({ title, rows: rows.map((row) => ({ ...row })) })),
      },
    }),
    ...(link && { link: { title: link.title, url: link.url } }),
  };
}
