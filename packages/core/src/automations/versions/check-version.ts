import type { AttributeType } from '@parley/database';
import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import type { Context } from '../../context.js';
import type { InvalidParams } from '../../domain-error.js';
import { resolveFileUrls } from '../../files/resolve-file-urls.js';
import { isId } from '../../ids.js';
import { findMalformed } from '../../messages/content/render-template.js';
import { describeMalformed } from '../../messages/content/unfilled-placeholders.js';
import { checkInteractive } from '../../messages/interactive/check-interactive.js';
import { formFor, lockingStatement, readingOnly } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import { checkAssignmentFields } from '../../teams/assignment.js';
import { requireScopes } from '../../tenants/require-scopes.js';
import type { ValidPart } from '../../valid-part.js';
import { ValidationErrors } from '../../validation-errors.js';
import { checkConditions } from './check-conditions.js';
import { checkTrigger, type NewTrigger } from './check-trigger.js';
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

/**
 * Throws all validation errors of a version at once: records that do not exist, and steps that contradict themselves.
 * Returns its steps as they are stored.
 */
export async function checkVersion(
  transaction: Transaction,
  context: Context,
  version: VersionToCheck<Partial<NewVersion>>,
): Promise<readonly AutomationStep[] | undefined> {
  const written = listWritten(version.steps ?? []);
  requireScopes(
    context,
    written.flatMap(({ step }) => scopesOfReferences(step)),
  );
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
  await gatherErrors(readingOnly(context), context, { version, errors });
  return errors.invalidParams;
}

async function gatherErrors(
  transaction: Transaction,
  context: Context,
  { version, errors }: { version: VersionToCheck<ValidPart<NewVersion>>; errors: ValidationErrors },
) {
  const { trigger, steps = [], publicUrl = '' } = version;
  const written = listWritten(steps);
  checkSize(written, errors);
  const named = namesIn(written.map(({ step }) => step));
  const known = await findKnown(transaction, context, {
    ...named,
    channelIds: [trigger?.channelId ?? []].flat(),
    labelIds: [...named.labelIds, trigger?.labelId ?? []].flat(),
    attributeIds: [trigger?.attributeId ?? []].flat(),
    campaignIds: [trigger?.campaignId ?? []].flat(),
  });
  const urls = written.flatMap(({ step, path }) => urlsInStep(step, path));
  const byUrl = await resolveFileUrls(transaction, context, { named: urls, publicUrl, errors });
  if (trigger) checkTrigger(trigger, known, errors);
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

interface Names {
  readonly channelIds: readonly string[];
  readonly attributeIds: readonly string[];
  readonly campaignIds: readonly string[];
  readonly labelIds: readonly string[];
  readonly messageTemplateIds: readonly string[];
  readonly fileIds: readonly string[];
  readonly userIds: readonly string[];
  readonly teamIds: readonly string[];
  readonly externalIds: readonly string[];
}

function namesIn(steps: readonly NewStep[]): Omit<Names, 'channelIds' | 'attributeIds' | 'campaignIds'> {
  return {
    labelIds: steps.flatMap((step) => ('labelId' in step ? step.labelId : [])),
    messageTemplateIds: steps.flatMap((step) => ('messageTemplateId' in step ? step.messageTemplateId : [])),
    fileIds: steps.flatMap(fileIdsIn),
    userIds: steps.flatMap((step) => (step.type === 'assign' ? (step.userId ?? []) : [])),
    teamIds: steps.flatMap((step) => (step.type === 'assign' ? (step.teamId ?? []) : [])),
    externalIds: steps.flatMap((step) => (step.type === 'set_attribute' ? step.externalId : [])),
  };
}

function fileIdsIn(step: NewStep): string[] {
  if (step.type === 'send_message') return (step.attachments ?? []).flatMap(({ fileId }) => fileId ?? []);
  return step.type === 'send_template' && step.mediaFileId ? [step.mediaFileId] : [];
}

type Kind = 'channel' | 'label' | 'message_template' | 'file' | 'user' | 'team' | 'attribute' | 'campaign';

/** The existing records to which the version refers: their ids, and the types of attributes by external id. */
export interface Known {
  has(kind: Kind, id: string): boolean;
  readonly attributeTypes: ReadonlyMap<string, AttributeType>;
}

async function findKnown(transaction: Transaction, { tenantId }: Context, names: Names): Promise<Known> {
  const { channelIds, labelIds, messageTemplateIds, fileIds, userIds, teamIds, externalIds } = names;
  const lists = [channelIds, labelIds, messageTemplateIds, fileIds, userIds, teamIds];
  const ofTrigger = [names.attributeIds, names.campaignIds];
  const values = [
    tenantId,
    ...lists.map((ids) => ids.filter(isId)),
    externalIds,
    ...ofTrigger.map((ids) => ids.filter(isId)),
  ];
  const rows = await transaction.sql(formFor(transaction, find), values);
  const found = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  const attributes = rows.flatMap(({ id, type }) => (type === null ? [] : [[id, type] as const]));
  return {
    has: (kind, id) => found.has(`${kind} ${id.toLowerCase()}`),
    attributeTypes: new Map(attributes),
  };
}

/** Maintenance removes files that nothing refers to, so the files of a version are locked until it is stored. */
const find = lockingStatement<{ kind: Kind | 'external_id'; id: string; type: AttributeType | null }>(
  'find-targets-of-steps',
  (keyShare) => `
   select 'channel' as kind, id::text, null::attribute_type as type
   from channels where tenant_id = $1::uuid and id = any ($2::uuid[])
   union all select 'label', id::text, null from labels where tenant_id = $1::uuid and id = any ($3::uuid[])
   union all select 'message_template', id::text, null
   from message_templates where tenant_id = $1::uuid and id = any ($4::uuid[])
   union all select 'file', id::text, null from (
     select id from files where tenant_id = $1::uuid and id = any ($5::uuid[]) ${keyShare}
   ) file
   union all select 'user', id::text, null from users where tenant_id = $1::uuid and id = any ($6::uuid[])
   union all select 'team', id::text, null from teams where tenant_id = $1::uuid and id = any ($7::uuid[])
   union all select 'external_id', external_id, type
   from attributes where tenant_id = $1::uuid and external_id = any ($8::text[])
   union all select 'attribute', id::text, null from attributes where tenant_id = $1::uuid and id = any ($9::uuid[])
   union all select 'campaign', id::text, null from campaigns where tenant_id = $1::uuid and id = any ($10::uuid[])`,
);

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
