import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import type { Context } from '../../context.js';
import type { InvalidParams } from '../../domain-error.js';
import { resolveFileUrls } from '../../files/resolve-file-urls.js';
import { findMalformed } from '../../messages/content/render-template.js';
import { describeMalformed } from '../../messages/content/unfilled-placeholders.js';
import { checkInteractive } from '../../messages/interactive/check-interactive.js';
import { readingOnly } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import { checkAssignmentFields } from '../../teams/assignment.js';
import { requireScopes } from '../../tenants/require-scopes.js';
import type { ValidPart } from '../../valid-part.js';
import { ValidationErrors } from '../../validation-errors.js';
import { checkConditions } from './check-conditions.js';
import { checkQuestion } from './check-question.js';
import { checkSchedule, findRuleProblem, scopesOfAudience } from './check-schedule.js';
import { checkTrigger, type NewTrigger } from './check-trigger.js';
import { findKnown, type Known, namesIn } from './known-records.js';
import type { NewStep } from './new-step.js';
import { scopesOfReferences } from './scopes-of-step.js';
import { urlsInStep, withFileIds } from './step-files.js';
import { listWritten, type WrittenStep } from './step-tree.js';
import type { AutomationStep } from './steps.js';
import { textsOfStep } from './texts-of-step.js';

export interface NewVersion {
  readonly trigger: NewTrigger;
  readonly steps: readonly NewStep[];
}

/** A version to check, and the public URL of the service; without it, URLs of files are not recognized. */
type VersionToCheck<Version> = Version & { readonly publicUrl?: string };

/** A version with the problem that `findRuleProblem` has found before the transaction. */
type ExaminedVersion<Version> = VersionToCheck<Version> & { readonly ruleProblem: string | undefined };

/**
 * Throws all validation errors of a version at once: records that do not exist, and steps that contradict themselves.
 * Returns its steps as they are stored.
 */
export async function checkVersion(
  transaction: Transaction,
  context: Context,
  version: ExaminedVersion<Partial<NewVersion>>,
): Promise<readonly AutomationStep[] | undefined> {
  const written = listWritten(version.steps ?? []);
  requireScopes(context, [
    ...written.flatMap(({ step }) => scopesOfReferences(step)),
    ...scopesOfAudience(version.trigger),
  ]);
  const errors = new ValidationErrors();
  const byUrl = await gatherErrors(transaction, context, { version, errors });
  errors.throwIfAny();
  return version.steps?.map((step) => withFileIds(step, byUrl));
}

/** Returns the errors that `checkVersion` would throw, without writing. */
export async function findVersionErrors(
  context: Context,
  version: VersionToCheck<ValidPart<NewVersion>>,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  const ruleProblem = await findRuleProblem(context, version.trigger);
  await gatherErrors(readingOnly(context), context, { version: { ...version, ruleProblem }, errors });
  return errors.invalidParams;
}

async function gatherErrors(
  transaction: Transaction,
  context: Context,
  { version, errors }: { version: ExaminedVersion<ValidPart<NewVersion>>; errors: ValidationErrors },
) {
  const { trigger, steps = [], publicUrl = '', ruleProblem } = version;
  const written = listWritten(steps);
  checkSize(written, errors);
  const named = namesIn(written.map(({ step }) => step));
  const known = await findKnown(transaction, context, {
    ...named,
    channelIds: [trigger?.channelId ?? []].flat(),
    labelIds: [...named.labelIds, trigger?.labelId ?? []].flat(),
    attributeIds: [trigger?.attributeId ?? []].flat(),
    campaignIds: [trigger?.campaignId ?? []].flat(),
    segmentIds: [trigger?.segmentId ?? []].flat(),
  });
  const urls = written.flatMap(({ step, path }) => urlsInStep(step, path));
  const byUrl = await resolveFileUrls(transaction, context, { named: urls, publicUrl, errors });
  if (trigger) checkTrigger(trigger, known, errors);
  if (trigger?.type === 'schedule')
    await checkSchedule(transaction, context, { trigger, ruleProblem, errors });
  for (const { step, path } of written) {
    checkStep(step, { path, known, errors });
    checkTexts(step, path, errors);
  }
  return byUrl;
}

const maxSteps = 100;
const maxLevels = 5;

/** Nested steps count like others, because a run and its log number all of them. */
function checkSize(written: readonly WrittenStep[], errors: ValidationErrors): void {
  if (written.length > maxSteps)
    errors.add('steps', 'too_big', `At most ${maxSteps} steps, including nested ones`);
  const deep = written.find(({ level }) => level > maxLevels + 1);
  if (deep) errors.add(deep.path, 'too_big', `Steps can be nested up to ${maxLevels} levels deep`);
}

/** A missing value may come with the trigger; a malformed placeholder can never be filled. */
function checkTexts(step: NewStep, path: string, errors: ValidationErrors): void {
  for (const [field, text] of textsOfStep(step)) {
    const malformed = findMalformed(text);
    if (malformed.length > 0) errors.add(`${path}.${field}`, 'invalid_string', describeMalformed(malformed));
  }
}

function checkMessageStep(
  { text, attachments = [], interactive }: Extract<NewStep, { type: 'send_message' }>,
  path: string,
  errors: ValidationErrors,
): void {
  if (interactive) {
    checkInteractive(interactive, { path: `${path}.interactive`, errors });
    if (text !== undefined && text !== interactive.body) {
      errors.add(`${path}.text`, 'unrecognized_keys', 'Differs from the body of the interactive message');
    }
    if (attachments.length > 0) {
      errors.add(`${path}.attachments`, 'unrecognized_keys', 'Not allowed with an interactive message');
    }
  } else if (text === undefined) {
    errors.add(`${path}.text`, 'invalid_type', 'Required when there is no interactive message');
  }
}

interface StepCheck {
  readonly path: string;
  readonly known: Known;
  readonly errors: ValidationErrors;
}

function checkStep(step: NewStep, { path, known, errors }: StepCheck): void {
  const refuse = (field: string, message: string) => errors.add(`${path}.${field}`, 'not_found', message);
  switch (step.type) {
    case 'send_message':
      checkMessageStep(step, path, errors);
      step.attachments?.forEach(({ fileId, url }, index) => {
        if (url === undefined && !known.has('file', fileId ?? ''))
          refuse(`attachments.${index}.fileId`, 'File not found');
      });
      return;
    case 'send_template':
      if (!known.has('message_template', step.messageTemplateId))
        refuse('messageTemplateId', 'Message template not found');
      if (step.mediaFileId && !known.has('file', step.mediaFileId)) refuse('mediaFileId', 'File not found');
      if (step.mediaFileId && step.mediaUrl !== undefined) {
        errors.add(`${path}.mediaUrl`, 'unrecognized_keys', 'Not allowed with mediaFileId');
      }
      return;
    case 'add_label':
    case 'remove_label':
      if (!known.has('label', step.labelId)) refuse('labelId', 'Label not found');
      return;
    case 'set_attribute': {
      const type = known.attributeTypes.get(step.externalId);
      if (type === undefined) refuse('externalId', 'Attribute not found');
      const problem = type && !step.value.includes('{{') ? checkAttributeValue(type, step.value) : undefined;
      if (problem !== undefined) errors.add(`${path}.value`, 'invalid_string', problem);
      return;
    }
    case 'set_chat_status':
      if (step.snoozeSeconds !== undefined && step.status !== 'snoozed') {
        errors.add(`${path}.snoozeSeconds`, 'unrecognized_keys', 'Only allowed with the status "snoozed"');
      }
      return;
    case 'wait':
      if ((step.seconds === undefined) === (step.until === undefined)) {
        errors.add(`${path}.seconds`, 'invalid_type', 'Exactly one of "seconds" and "until" is required');
      }
      return;
    case 'condition': {
      const needsValue = step.operator !== 'is_set' && step.operator !== 'is_not_set';
      if (needsValue && step.value === undefined) errors.add(`${path}.value`, 'invalid_type', 'Required');
      return;
    }
    case 'assign':
      if (step.userId !== undefined && !known.has('user', step.userId)) refuse('userId', 'User not found');
      if (step.teamId !== undefined && !known.has('team', step.teamId)) refuse('teamId', 'Team not found');
      checkAssignmentFields(step, `${path}.`, errors);
      return;
    case 'ask':
      checkQuestion(step, { path, known, errors });
      return;
    case 'branch':
      checkConditions(step.conditions, path, errors);
      return;
    case 'call_webhook':
    case 'set_variable':
    case 'stop':
      return;
    default:
      step satisfies never;
  }
}
