import type { Context } from '../../context.js';
import { collectInvalidParams, DomainError, type InvalidParams, notFound } from '../../domain-error.js';
import { isId } from '../../ids.js';
import { findPlaceholders, normalizeName } from '../../messages/content/render-template.js';
import { getById, requireById } from '../../resources/get-by-id.js';
import { readingOnly } from '../../sql/reading.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { isRefused, type ValidPart } from '../../valid-part.js';
import { ValidationErrors } from '../../validation-errors.js';
import { type MessageTemplateRecord, messageTemplates } from '../message-template-record.js';
import { defaultTemplateLanguage, type RegistrationRecord, type Submission } from '../registration.js';
import { enqueueSubmission } from './enqueue-submission.js';
import { findTemplateChannel, type TemplateRules } from './find-template-channel.js';
import { type LockedTemplate, lockTemplate, storeRegistration } from './locked-template.js';

interface SubmissionRequest {
  readonly channelId: string;
  readonly category: string;
  /** Values for the reviewers, by the name of the placeholder. */
  readonly examples?: Readonly<Record<string, string>>;
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
    if (template.registration?.status === 'pending') throw new DomainError('message_template_in_review');
    storeRegistration(
      transaction,
      context,
      template,
      planSubmission(context, template, { ...request, accountId }),
    );
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
    const template = await getById(context, messageTemplates, values.messageTemplateId);
    await checkSubmission(readingOnly(context), context, { ...values, channelId, template });
  });
}

type TemplateToCheck = Pick<LockedTemplate, 'name' | 'channelType' | 'body' | 'content' | 'mediaFileId'>;

interface SubmissionCheck extends Pick<TemplateSubmission, 'channelId' | 'rules'> {
  readonly examples?: Readonly<Record<string, string>> | undefined;
  readonly template: TemplateToCheck;
}

/** Throws all validation errors at once, and returns the account at the provider. */
async function checkSubmission(
  transaction: Transaction,
  context: Context,
  { channelId, rules, examples = {}, template }: SubmissionCheck,
): Promise<string> {
  const errors = new ValidationErrors();
  const found = await findTemplateChannel(transaction, context, { channelId, rules, errors });
  const refusals = found ? refusalsOf(template, rules, found.channel) : [];
  if (refusals.length > 0) errors.add('messageTemplateId', 'invalid_string', refusals.join('. '));
  const known = normalizeExamples(examples);
  for (const name of findPlaceholders(template.body).filter((one) => !Object.hasOwn(known, one)))
    errors.add(`examples.${name}`, 'invalid_type', 'Required');
  errors.throwIfAny();
  // Without the channel, there is an error.
  return found?.accountId ?? '';
}

function refusalsOf(
  { name, body, channelType, content, mediaFileId }: TemplateToCheck,
  rules: TemplateRules,
  channel: Parameters<TemplateRules['findErrors']>[0],
): string[] {
  const hasMore = mediaFileId !== null || Object.keys(content).length > 0;
  return [
    // Another status of a template for every kind of channel would also stop it on the other kinds.
    ...(channelType === channel.type ? [] : [`Only a template for ${channel.type} can be submitted`]),
    ...rules.findErrors(channel, { name, body, hasMore }),
  ];
}

function normalizeExamples(examples: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [normalizeName(name), value]));
}

/** A template that the provider has under the same name and language is edited there. */
function planSubmission(
  { now }: Context,
  { name, language: ownLanguage, registration: before, submission: last }: LockedTemplate,
  { channelId, category, accountId, examples = {} }: SubmissionRequest & { readonly accountId: string },
): { readonly registration: RegistrationRecord; readonly submission: Submission } {
  const language = ownLanguage ?? defaultTemplateLanguage;
  const isSame = last?.accountId === accountId && last.name === name && last.language === language;
  const known = isSame && before?.status !== 'deleted' && before?.vendorId ? before : null;
  return {
    registration: {
      channelId,
      vendorId: known?.vendorId ?? null,
      category,
      status: 'pending',
      rejectionReason: null,
      quality: known?.quality ?? null,
      error: null,
      submittedAt: now().toISOString(),
    },
    submission: {
      accountId,
      name,
      language,
      isWaiting: true,
      attempts: 0,
      examples: normalizeExamples(examples),
      previousStatus: known?.status ?? null,
      previousCategory: known?.category ?? null,
      reportedAt: null,
      qualityReportedAt: isSame ? last.qualityReportedAt : null,
      seenAt: isSame ? last.seenAt : null,
    },
  };
}
