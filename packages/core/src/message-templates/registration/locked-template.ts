import { isDeepStrictEqual } from 'node:util';
import { type MessageTemplateStatus, statement } from '@parley/database';
import type { Context } from '../../context.js';
import { jsonObject } from '../../sql/json.js';
import type { Transaction } from '../../sql/transact.js';
import type { MessageTemplateRecord } from '../message-template-record.js';
import { recordTemplateUpdated } from '../record-template-updated.js';
import { type RegistrationRecord, type Submission, statusFor } from '../registration.js';
import type { TemplateFile } from './find-template-channel.js';

/** A template whose row is locked, so that its registration changes step by step. */
export interface LockedTemplate extends Omit<MessageTemplateRecord, 'createdAt' | 'updatedAt'> {
  readonly submission: Submission | null;
  /** The file of the template. */
  readonly file: TemplateFile | null;
  readonly updatedAt: Date;
}

export async function lockTemplate(
  { sql }: Transaction,
  { tenantId }: Context,
  id: string,
): Promise<LockedTemplate | undefined> {
  const [found] = await sql(lockById, [tenantId, id]);
  return found;
}

/** Returns the same without a lock, for checks. */
export async function readTemplate(
  { sql }: Transaction,
  { tenantId }: Context,
  id: string,
): Promise<LockedTemplate | undefined> {
  const [found] = await sql(readById, [tenantId, id]);
  return found;
}

/** Finds the template that the provider knows by this name; its language may be written in another way. */
export async function lockRegistered(
  { sql }: Transaction,
  { tenantId }: Context,
  { accountId, name, language, vendorId }: RegisteredName,
): Promise<LockedTemplate | undefined> {
  const [found] = await sql(lockByName, [tenantId, name, accountId, language, vendorId]);
  return found;
}

export interface RegisteredName extends Pick<Submission, 'accountId' | 'name' | 'language'> {
  readonly vendorId: string | null;
}

export interface NextState {
  readonly registration: RegistrationRecord;
  readonly submission: Submission;
  /** The status of the template, where it does not follow the provider. */
  readonly status?: MessageTemplateStatus;
  /** Whether this transaction has stored another content, which changes `updatedAt`. */
  readonly isContentChanged?: boolean;
}

/**
 * Stores the registration of a locked template. A change that the contract shows emits the event. The status of the template
 * follows a change of the status at the provider, so that an author can withdraw an approved template until then.
 */
export function storeRegistration(
  transaction: Transaction,
  context: Context,
  template: LockedTemplate,
  { registration, submission, status: given, isContentChanged = false }: NextState,
): void {
  const { id, registration: before } = template;
  const follows = before?.status === registration.status ? template.status : statusFor(registration.status);
  const status = given ?? follows;
  const isRegistrationChanged = status !== template.status || !isDeepStrictEqual(before, registration);
  const isChanged = isContentChanged || isRegistrationChanged;
  const values = [JSON.stringify(registration), JSON.stringify(submission), status, isChanged];
  transaction.send(store, [context.tenantId, context.now(), id, ...values]);
  if (isChanged) recordTemplateUpdated(transaction, context, id);
}

const columns = `id, name, channel_type as "channelType", language, body, content, media_file_id as "mediaFileId", status,
  registration, submission, updated_at as "updatedAt",
  (select ${jsonObject<TemplateFile>({ contentType: 'file.content_type', size: 'file.size' })} from files file
   where file.tenant_id = message_templates.tenant_id and file.id = message_templates.media_file_id) as file`;

const byId = `select ${columns} from message_templates where tenant_id = $1::uuid and id = $2::uuid`;

const lockById = statement<LockedTemplate>('lock-message-template', `${byId} for no key update`);

const readById = statement<LockedTemplate>('read-submitted-template', byId);

/** A template that was renamed here and one that has its former name can both be known by the name. */
const lockByName = statement<LockedTemplate>(
  'lock-registered-template',
  `select ${columns} from message_templates
   where tenant_id = $1::uuid and submission is not null and submission ->> 'name' = $2::text
     and submission ->> 'accountId' = $3::text
     and (submission ->> 'language' = $4::text or registration ->> 'vendorId' = $5::text)
   order by (registration ->> 'vendorId' = $5::text) is true desc, id limit 1
   for no key update`,
);

const store = statement(
  'store-registration',
  `update message_templates set registration = $4::jsonb, submission = $5::jsonb,
     status = $6::message_template_status,
     updated_at = case when $7::boolean then $2::timestamptz else updated_at end
   where tenant_id = $1::uuid and id = $3::uuid`,
);
