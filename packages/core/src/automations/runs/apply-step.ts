import { type AttributeType, statement } from '@parley/database';
import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import { applyChatAssignment } from '../../chats/assign-chat.js';
import { applyChatStatus } from '../../chats/change-chat-status.js';
import { applyContactLabels } from '../../contacts/add-contact-labels.js';
import { type ContactRecord, contacts } from '../../contacts/contact-record.js';
import { applyContactLabelRemoval } from '../../contacts/remove-contact-label.js';
import { applyContactAttribute } from '../../contacts/set-contact-attribute.js';
import { contactVariables } from '../../messages/content/contact-variables.js';
import { renderTemplate } from '../../messages/content/render-template.js';
import { isUnfilled } from '../../messages/content/unfilled-placeholders.js';
import { mapTexts } from '../../messages/interactive/texts-of-interactive.js';
import { requireById } from '../../resources/get-by-id.js';
import { findAssignees } from '../../teams/find-assignees.js';
import { explainUnfilled, StepFailure } from '../versions/step-failure.js';
import type {
  AddLabelStep,
  AssignStep,
  AutomationStep,
  BranchStep,
  ConditionStep,
  SendMessageStep,
  SendTemplateStep,
  SetAttributeStep,
  SetChatStatusStep,
  SetVariableStep,
} from '../versions/steps.js';
import { textsOfStep } from '../versions/texts-of-step.js';
import { evaluateBranch } from './evaluate-branch.js';
import { evaluateCondition } from './evaluate-condition.js';
import { requireRunChat } from './find-run-chat.js';
import type { LeasedRun } from './run.js';
import { sendRunMessage } from './send-run-message.js';
import type { StepEffect } from './step-effect.js';
import type { StepScope } from './step-scope.js';

/** A step whose whole effect is in the database. */
export type PlainStep = Exclude<AutomationStep, { type: 'wait' | 'call_webhook' }>;

export function applyStep(scope: StepScope, step: PlainStep): Promise<StepEffect> {
  switch (step.type) {
    case 'send_message':
      return sendMessage(scope, step);
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

async function sendMessage(scope: StepScope, step: SendMessageStep): Promise<StepEffect> {
  const { transaction, context, current, limitsOf } = scope;
  const fill = await createFilling(
    scope,
    textsOfStep(step).map(([, text]) => text),
  );
  const fillPlace = (text: string, path: string) =>
    path === 'link.url' ? fill(text, encodeURIComponent) : fill(text);
  const content = step.interactive
    ? { interactive: mapTexts(step.interactive, fillPlace), ...(limitsOf && { limitsOf }) }
    : { text: fill(step.text), attachments: step.attachments ?? [] };
  return sendRunMessage(transaction, context, { run: current.run, content });
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
  return withoutResult(applyContactLabels(transaction, context, addition));
}

const findLabel = statement<{ id: string }>(
  'find-label-of-step',
  `select id from labels where tenant_id = $1::uuid and id = $2::uuid for key share`,
);

async function setAttribute(scope: StepScope, step: SetAttributeStep): Promise<StepEffect> {
  const { transaction, context } = scope;
  const [attribute] = await transaction.sql(findAttribute, [context.tenantId, step.externalId]);
  if (attribute === undefined) {
    throw new StepFailure('attribute_not_found', `The attribute "${step.externalId}" no longer exists.`);
  }
  const value = (await createFilling(scope, [step.value]))(step.value);
  const problem = checkAttributeValue(attribute.type, value);
  if (problem !== undefined) {
    const message = `The value "${value}" is not valid for the attribute "${step.externalId}". ${problem}.`;
    throw new StepFailure('invalid_attribute_value', message);
  }
  const assignment = { ...contactOf(scope), attributeId: attribute.id, value, chainId: chainOf(scope) };
  return withoutResult(applyContactAttribute(transaction, context, assignment));
}

const findAttribute = statement<{ id: string; type: AttributeType }>(
  'find-attribute-of-step',
  `select id, type from attributes where tenant_id = $1::uuid and external_id = $2::text for key share`,
);

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

/**
 * Fills the placeholders of texts. Variables of the run override fields of the contact, which is read only when there
 * is a placeholder. A placeholder without a value fails the step, so that no customer ever sees it. `encode` is applied
 * to each value.
 */
async function createFilling(
  scope: StepScope,
  texts: readonly string[],
  contact = () => readContact(scope),
): Promise<(text: string, encode?: (value: string) => string) => string> {
  if (!texts.some((text) => text.includes('{{'))) return (text) => text;
  const known = { ...contactVariables(await contact()), ...scope.current.run.variables };
  return (text, encode = (value) => value) => {
    const values = Object.entries(known).map(([name, value]) => [name, encode(value)]);
    const { text: filled, ...unfilled } = renderTemplate(text, Object.fromEntries(values));
    if (!isUnfilled(unfilled)) return filled;
    const { code, message } = explainUnfilled(unfilled);
    throw new StepFailure(code, message);
  };
}

function readContact({ transaction, context, current }: StepScope): Promise<ContactRecord> {
  return requireById(transaction.sql, contacts, { tenantId: context.tenantId, id: current.run.contactId });
}

function contactOf({ current }: StepScope): Pick<LeasedRun, 'contactId'> {
  return { contactId: current.run.contactId };
}

/** A run that no event has started is the root of its chain. */
function chainOf({ current }: StepScope): string {
  return current.run.chainId ?? current.run.id;
}

async function withoutResult(work: Promise<unknown>): Promise<StepEffect> {
  await work;
  return {};
}
