import { statement } from '@parley/database';
import { applyChatAssignment } from '../../chats/assign-chat.js';
import { applyChatStatus } from '../../chats/change-chat-status.js';
import { applyContactLabels } from '../../contacts/add-contact-labels.js';
import { TooManyLabelsError, tooManyLabels } from '../../contacts/bounds/max-labels.js';
import type { ContactRecord } from '../../contacts/contact-record.js';
import { applyContactLabelRemoval } from '../../contacts/remove-contact-label.js';
import { findAssignees } from '../../teams/find-assignees.js';
import { StepFailure } from '../versions/step-failure.js';
import type {
  AddLabelStep,
  AssignStep,
  AutomationStep,
  BranchStep,
  ConditionStep,
  SendTemplateStep,
  SetAttributeStep,
  SetChatStatusStep,
  SetVariableStep,
} from '../versions/steps.js';
import { evaluateBranch } from './evaluate-branch.js';
import { evaluateCondition } from './evaluate-condition.js';
import { createFilling, readContact } from './fill-texts.js';
import { requireRunChat } from './find-run-chat.js';
import type { LeasedRun } from './run.js';
import { sendRunMessage } from './send-run-message.js';
import { sendStepMessage } from './send-step-message.js';
import type { StepEffect } from './step-effect.js';
import { chainOf, type StepScope } from './step-scope.js';
import { storeAttribute } from './store-attribute.js';

/** A step whose whole effect is in the database. */
export type PlainStep = Exclude<AutomationStep, { type: 'wait' | 'ask' | 'call_webhook' }>;

export function isPlain(step: AutomationStep): step is PlainStep {
  return step.type !== 'wait' && step.type !== 'ask' && step.type !== 'call_webhook';
}

export function applyStep(scope: StepScope, step: PlainStep): Promise<StepEffect> {
  switch (step.type) {
    case 'send_message':
      return sendStepMessage(scope, step);
    case 'send_template':
      return sendTemplate(scope, step);
    case 'add_label':
      return addLabel(scope, step);
    case 'remove_label': {
      const { labelId } = step;
      return withoutResult(
        applyContactLabelRemoval(scope.transaction, scope.context, { ...contactOf(scope), labelId }),
      );
    }
    case 'set_attribute':
      return setAttribute(scope, step);
    case 'assign':
      return assign(scope, step);
    case 'set_chat_status':
      return setChatStatus(scope, step);
    case 'condition':
      return checkCondition(scope, step);
    case 'branch':
      return chooseBranch(scope, step);
    case 'set_variable':
      return setVariable(scope, step);
    case 'stop':
      return Promise.resolve({ continueAt: { kind: 'end' } });
    default:
      return step satisfies never;
  }
}

async function sendTemplate(scope: StepScope, step: SendTemplateStep): Promise<StepEffect> {
  const { transaction, context, current } = scope;
  const { run, program, position } = current;
  const isFirst = program.findIndex((placed) => placed.step.type === 'send_template') === position;
  const id = (isFirst && run.messageTemplateId) || step.messageTemplateId;
  const own = Object.entries(step.variables ?? {});
  const fill = await createFilling(scope, Object.values(step.variables ?? {}));
  const filled = Object.fromEntries(own.map(([name, value]) => [name, fill(value)]));
  const template = { id, variables: { ...run.variables, ...filled } };
  const attachments = step.mediaFileId ? [{ fileId: run.mediaFileId ?? step.mediaFileId }] : [];
  const content = { template, attachments, mediaFileId: run.mediaFileId };
  return sendRunMessage(transaction, context, { run, content });
}

async function addLabel(scope: StepScope, { labelId }: AddLabelStep): Promise<StepEffect> {
  const { transaction, context } = scope;
  const [label] = await transaction.sql(findLabel, [context.tenantId, labelId]);
  if (label === undefined)
    throw new StepFailure('label_not_found', 'The label of this step no longer exists.');
  const addition = { ...contactOf(scope), labelIds: [labelId], chainId: chainOf(scope) };
  try {
    return await withoutResult(applyContactLabels(transaction, context, addition));
  } catch (error) {
    if (error instanceof TooManyLabelsError)
      throw new StepFailure('label_limit_reached', `${tooManyLabels}.`);
    throw error;
  }
}

const findLabel = statement<{ id: string }>(
  'find-label-of-step',
  `select id from labels where tenant_id = $1::uuid and id = $2::uuid for key share`,
);

async function setAttribute(scope: StepScope, { externalId, value }: SetAttributeStep): Promise<StepEffect> {
  const fill = await createFilling(scope, [value]);
  return withoutResult(storeAttribute(scope, { externalId, value: fill(value) }));
}

async function assign(scope: StepScope, { type: _type, ...assignment }: AssignStep): Promise<StepEffect> {
  const { transaction, context, current } = scope;
  await requireAssignees(scope, assignment);
  const chatId = await requireRunChat(transaction, context, current.run);
  const triggering = { triggerAutomations: true, chainId: chainOf(scope) };
  return withoutResult(applyChatAssignment(transaction, context, { ...assignment, chatId, ...triggering }));
}

async function requireAssignees(
  { transaction, context }: StepScope,
  named: Omit<AssignStep, 'type'>,
): Promise<void> {
  const found = await findAssignees(transaction, context, named);
  if (named.userId !== undefined && found.userId === null)
    throw new StepFailure('user_not_found', 'The user of this step no longer exists.');
  if (named.teamId !== undefined && found.teamId === null)
    throw new StepFailure('team_not_found', 'The team of this step no longer exists.');
}

async function setChatStatus(scope: StepScope, step: SetChatStatusStep): Promise<StepEffect> {
  const { transaction, context, current } = scope;
  const { status, snoozeSeconds } = step;
  const chatId = await requireRunChat(transaction, context, current.run);
  const until = snoozeSeconds && new Date(context.now().getTime() + snoozeSeconds * 1_000);
  return withoutResult(
    applyChatStatus(transaction, context, {
      chatId,
      status,
      ...(status === 'snoozed' && until && { snoozedUntil: until.toISOString() }),
      triggerAutomations: true,
      chainId: chainOf(scope),
    }),
  );
}

async function checkCondition(scope: StepScope, step: ConditionStep): Promise<StepEffect> {
  const isMet = evaluateCondition(await readContact(scope), step);
  if (isMet) return { result: { isMet } };
  return { result: { isMet }, continueAt: { kind: 'skip', count: step.skip ?? Number.POSITIVE_INFINITY } };
}

async function chooseBranch(scope: StepScope, step: BranchStep): Promise<StepEffect> {
  let reading: Promise<ContactRecord> | undefined;
  const contact = () => {
    reading ??= readContact(scope);
    return reading;
  };
  const values = step.conditions.flatMap(({ value }) => value ?? []);
  const fill = await createFilling(scope, values, contact);
  const isMet = await evaluateBranch(scope, step, { contact, fill });
  return { result: { isMet }, continueAt: { kind: 'nested', list: isMet ? 'then' : 'else' } };
}

async function setVariable(scope: StepScope, { name, value }: SetVariableStep): Promise<StepEffect> {
  const fill = await createFilling(scope, [value]);
  return { variables: { [name]: fill(value) } };
}

function contactOf({ current }: StepScope): Pick<LeasedRun, 'contactId'> {
  return { contactId: current.run.contactId };
}

async function withoutResult(work: Promise<unknown>): Promise<StepEffect> {
  await work;
  return {};
}
