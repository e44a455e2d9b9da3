import type { Context } from '../../context.js';
import { collectInvalidParams, DomainError, type InvalidParams, notFound } from '../../domain-error.js';
import { isId } from '../../ids.js';
import { findPlaceholders, normalizeName } from '../../messages/content/render-template.js';
import { fieldsOf } from '../../messages/content/template-texts.js';
import { requireById } from '../../resources/get-by-id.js';
import { readingOnly } from '../../sql/reading.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { isRefused, type ValidPart } from '../../valid-part.js';
import { ValidationErrors } from '../../validation-errors.js';
import { type MessageTemplateRecord, messageTemplates } from '../message-template-record.js';
import type { AuthenticationOptions } from '../registration.js';
import { authentication, withoutCodeButton } from './code-button.js';
import { enqueueSubmission } from './enqueue-submission.js';
import { type FoundChannel, findTemplateChannel, type TemplateRules } from './find-template-channel.js';
import { type LockedTemplate, lockTemplate, readTemplate, storeRegistration } from './locked-template.js';
import { findLast, planSubmission } from './plan-submission.js';

interface SubmissionRequest {
  readonly channelId: string;
  readonly category: string;
  /** Values for the reviewers, by the name of the placeholder. */
  readonly examples?: Readonly<Record<string, string>>;
  readonly authentication?: AuthenticationOptions;
}

interface TemplateSubmission extends SubmissionRequest {
  readonly messageTemplateId: string;
  readonly rules: TemplateRules;
}

/** Makes a template pending, records the event, and enqueues the job that submits it to the provider. */
export function submitMessageTemplate(
  context: Context,
  request: TemplateSubmission,
): Promise<MessageTemplateRecord> {
  return transact(context, async (transaction) => {
    const { messageTemplateId: id } = request;
    const template = isId(id) ? await lockTemplate(transaction, context, id) : undefined;
    if (template === undefined) throw notFound('message_template');
    const accountId = await checkSubmission(transaction, context, { ...request, template });
    if (template.registration?.status === 'pending' || template.submission?.isWaiting)
      throw new DomainError('message_template_in_review');
    const examples = normalizeExamples(request.examples);
    const planned = planSubmission(context, template, { ...request, accountId, examples });
    storeRegistration(transaction, context, template, planned);
    enqueueSubmission(transaction, context, { messageTemplateId: template.id, at: context.now() });
    return requireById(transaction.sql, messageTemplates, { tenantId: context.tenantId, id: template.id });
  });
}

/** Returns the validation errors of a submission, as far as the schema accepts its values. */
export async function findSubmissionErrors(
  context: Context,
  values: ValidPart<SubmissionRequest> & Pick<TemplateSubmission, 'messageTemplateId' | 'rules'>,
): Promise<InvalidParams> {
  const { channelId } = values;
  if (channelId === undefined || isRefused(values, 'examples')) return {};
  return collectInvalidParams(async () => {
    const reading = readingOnly(context);
    const { messageTemplateId: id } = values;
    const template = isId(id) ? await readTemplate(reading, context, id) : undefined;
    if (template === undefined) throw notFound('message_template');
    await checkSubmission(reading, context, { ...values, channelId, template });
  });
}

interface SubmissionCheck extends Pick<TemplateSubmission, 'channelId' | 'rules'> {
  readonly category?: string | undefined;
  readonly authentication?: AuthenticationOptions | undefined;
  readonly examples?: Readonly<Record<string, string>> | undefined;
  readonly template: LockedTemplate;
}

/** Throws all validation errors at once, and returns the account at the provider. */
async function checkSubmission(
  transaction: Transaction,
  context: Context,
  { channelId, category, rules, examples, template, authentication: chosen }: SubmissionCheck,
): Promise<string> {
  const errors = new ValidationErrors();
  const isForCode = category === authentication;
  if (chosen !== undefined && category !== undefined && !isForCode)
    errors.add('authentication', 'unrecognized_keys', 'Only allowed with the category authentication');
  const found = await findTemplateChannel(transaction, context, { channelId, rules, errors });
  const refusals = found ? refusalsOf(template, { category, rules, found }) : [];
  if (refusals.length > 0) errors.add('messageTemplateId', 'invalid_string', refusals.join('. '));
  const known = normalizeExamples(examples);
  // Meta writes the text of a template for authentication, and needs no example of a code.
  const placeholders = isForCode ? [] : findPlaceholders(template.body);
  for (const name of placeholders.filter((one) => !Object.hasOwn(known, one)))
    errors.add(`examples.${name}`, 'invalid_type', 'Required');
  errors.throwIfAny();
  if (found === undefined) throw new Error('A channel that is not found is a validation error');
  return found.accountId;
}

function refusalsOf(
  template: LockedTemplate,
  { category, rules, found }: { category: string | undefined; rules: TemplateRules; found: FoundChannel },
): string[] {
  const { channel, accountId } = found;
  const { name, body, channelType, file } = template;
  const hasMore = hasOtherParts(template.content);
  const last = findLast(template, accountId);
  return [
    // Another status of a template for every kind of channel would also stop it on the other kinds.
    ...(channelType === channel.type ? [] : [`Only a template for ${channel.type} can be submitted`]),
    ...rules.findErrors(channel, { name, category, body, file, hasMore }),
    ...(last?.hasMore ? [wouldRemove] : []),
    ...(file === null && (last?.hasFile || isFile(template.content.header)) ? [wouldRemoveFile] : []),
  ];
}

/** A header that is a file is submitted with the file of the template; parts other than the button of a code are not submitted. */
function hasOtherParts(content: LockedTemplate['content']): boolean {
  const { header, ...others } = withoutCodeButton(content);
  return Object.keys(others).length > 0 || (header !== undefined && !isFile(header));
}

function isFile(header: unknown): boolean {
  return ['image', 'video', 'document'].includes(String(fieldsOf(header).type));
}

const wouldRemove =
  'The provider has more of this template than its text, such as a footer or buttons, which an edit would remove';

const wouldRemoveFile =
  'The template has a file in its header at the provider, and would be submitted without one: set mediaFileId';

function normalizeExamples(examples: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [normalizeName(name), value]));
}
