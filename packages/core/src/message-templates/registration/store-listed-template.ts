import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../sql/transact.js';
import { recordTemplateUpdated } from '../record-template-updated.js';
import {
  defaultTemplateLanguage,
  foundSubmission,
  later,
  type RegistrationRecord,
  reportsSince,
  statusFor,
  wholeSecond,
} from '../registration.js';
import { authentication, isCodeButton, storeCodeButton, withoutCodeButton } from './code-button.js';
import { type LockedTemplate, lockRegistered, lockTemplate, storeRegistration } from './locked-template.js';

/** A template as a list of the provider shows it. */
export interface ListedTemplate {
  readonly vendorId: string;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly status: string;
  readonly rejectionReason: string | null;
  readonly quality: string | null;
  /** Null when the template has no text of its own. */
  readonly body: string | null;
  readonly content: Readonly<Record<string, unknown>>;
  /** Whether the header is a file. */
  readonly hasFile: boolean;
  /** Whether the template has more than a text and a file. */
  readonly hasMore: boolean;
}

export interface Listing {
  readonly channelId: string;
  readonly accountId: string;
  /** When the synchronization started, and when the page was requested. */
  readonly startedAt: string;
  readonly requestedAt: Date;
}

/** Stores a template of a list: known here, written here under the same name, or made at the provider. */
export async function storeListedTemplate(
  transaction: Transaction,
  context: Context,
  { listed, listing }: { readonly listed: ListedTemplate; readonly listing: Listing },
): Promise<void> {
  const { accountId } = listing;
  const known = await lockRegistered(transaction, context, { ...listed, accountId });
  if (known) return updateKnown(transaction, context, { template: known, listed, listing });
  const written = await lockWritten(transaction, context, listed);
  const registration = registrationOf(listed, listing.channelId);
  const { name, language, hasFile, hasMore } = listed;
  const submission = foundSubmission(
    { accountId, name, language, hasFile, hasMore, seenAt: listing.startedAt },
    wholeSecond(listing.requestedAt),
  );
  if (written) {
    // A draft is not sent before its author wants it.
    const own = written.status === 'draft' ? { status: written.status } : {};
    const isContentChanged = storeListedButton(transaction, context, { template: written, listed });
    const next = { registration, submission, isContentChanged, ...own };
    return storeRegistration(transaction, context, written, next);
  }
  await insertTemplate(transaction, context, { listed, registration, submission });
}

/** The list may be older than a submission or a report that arrived after it was requested. */
function updateKnown(
  transaction: Transaction,
  context: Context,
  found: { readonly template: LockedTemplate; readonly listed: ListedTemplate; readonly listing: Listing },
): void {
  const { template, listed, listing } = found;
  const { registration, submission } = template;
  if (!registration || !submission) return;
  const { seenAt } = submission;
  const isOlder =
    submission.isWaiting ||
    template.updatedAt > listing.requestedAt ||
    // An edit ends without a change that the contract shows.
    (seenAt !== null && new Date(seenAt) > listing.requestedAt);
  const { channelId, submittedAt, error, status } = registration;
  const current = registrationOf(listed, channelId);
  const next = { ...current, submittedAt, error: current.status === status ? error : null };
  storeRegistration(transaction, context, template, {
    isContentChanged: !isOlder && storeListedButton(transaction, context, found),
    registration: isOlder ? registration : next,
    submission: {
      ...submission,
      ...(!isOlder && reportsSince(wholeSecond(listing.requestedAt), submission)),
      hasFile: listed.hasFile,
      hasMore: listed.hasMore,
      // Another channel of the account may have started a later synchronization.
      seenAt: later(submission.seenAt, listing.startedAt),
    },
  });
}

/**
 * A message has the code in the button, too, whether the template was submitted here or created at the provider. Other buttons
 * stay: they would be lost when the template gets another name or category. Returns whether the content has changed.
 */
function storeListedButton(
  transaction: Transaction,
  context: Context,
  { template, listed }: { readonly template: LockedTemplate; readonly listed: ListedTemplate },
): boolean {
  const { category, content } = listed;
  if (category !== authentication || !isCodeButton(content.buttons)) return false;
  if (withoutCodeButton(template.content).buttons) return false;
  return storeCodeButton(transaction, context, { template, category });
}

function registrationOf(listed: ListedTemplate, channelId: string): RegistrationRecord {
  const { vendorId, category, status, rejectionReason, quality } = listed;
  return { channelId, vendorId, category, status, rejectionReason, quality, error: null, submittedAt: null };
}

/** Finds a template that was written here and never submitted. */
async function lockWritten(
  transaction: Transaction,
  context: Context,
  { name, language }: ListedTemplate,
): Promise<LockedTemplate | undefined> {
  const [found] = await transaction.sql(findWritten, [context.tenantId, name, language]);
  return found && lockTemplate(transaction, context, found.id);
}

interface NewTemplate {
  readonly listed: ListedTemplate;
  readonly registration: RegistrationRecord;
  readonly submission: object;
}

/** A name that a template of another account has is left out: names are unique in a workspace. */
async function insertTemplate(
  transaction: Transaction,
  context: Context,
  { listed, registration, submission }: NewTemplate,
): Promise<void> {
  const { name, language, body, content, status } = listed;
  if (body === null || status === 'deleted') return;
  const values = [name, language, body, JSON.stringify(content), statusFor(status)];
  const [inserted] = await transaction.sql(insert, [
    context.tenantId,
    context.now(),
    newId(),
    ...values,
    JSON.stringify(registration),
    JSON.stringify(submission),
  ]);
  if (inserted) recordTemplateUpdated(transaction, context, inserted.id);
}

const findWritten = statement<{ id: string }>(
  'find-written-template',
  `select id from message_templates
   where tenant_id = $1::uuid and name = $2::text and channel_type = 'whatsapp' and registration is null
     and replace(coalesce(language, '${defaultTemplateLanguage}'), '-', '_') = $3::text
   order by language nulls last limit 1`,
);

const insert = statement<{ id: string }>(
  'insert-listed-template',
  `insert into message_templates (tenant_id, id, name, channel_type, language, body, content, status, registration,
     submission, created_at, updated_at)
   values ($1::uuid, $3::uuid, $4::text, 'whatsapp', $5::text, $6::text, $7::jsonb, $8::message_template_status,
     $9::jsonb, $10::jsonb, $2::timestamptz, $2::timestamptz)
   on conflict do nothing returning id`,
);
