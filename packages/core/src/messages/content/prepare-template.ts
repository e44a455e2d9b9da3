import type { ChannelType, MessageTemplateStatus } from '@parley/database';
import type { ContactRecord } from '../../contacts/contact-record.js';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import { formFor, lockingStatement } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import type { ValidationErrors } from '../../validation-errors.js';
import { contactVariables } from './contact-variables.js';
import { normalizeName, type TemplateVariables, type Unfilled } from './render-template.js';
import { renderWholeTemplate } from './template-texts.js';
import { addUnfilled } from './unfilled-placeholders.js';

export interface TemplateUse {
  readonly id: string;
  /** These variables override those of the contact. */
  readonly variables?: TemplateVariables;
}

export interface PreparedTemplate {
  readonly id: string;
  readonly mediaFileId: string | null;
  /** Whether the template has a file, or a header that shows one. */
  readonly hasMedia: boolean;
  readonly text: string;
  readonly unfilled: Unfilled;
  readonly template: SentTemplate;
}

/** The part of a template that is stored with a message, so that the message is sent as it was accepted. */
export interface SentTemplate {
  readonly name: string;
  readonly language: string | null;
  readonly body: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly variables: TemplateVariables;
}

/** Returns the template that a message names, or undefined when it does not exist. */
export async function findTemplate(
  transaction: Transaction,
  { tenantId }: Context,
  { id }: TemplateUse,
): Promise<FoundTemplate | undefined> {
  const [found] = isId(id) ? await transaction.sql(formFor(transaction, find), [tenantId, id]) : [];
  return found;
}

interface TemplateFilling {
  readonly template: TemplateUse;
  /** Undefined when a check does not know the channel; every template then counts as suitable. */
  readonly recipient: { readonly channelType: ChannelType; readonly contact: ContactRecord } | undefined;
  readonly errors: ValidationErrors;
}

/** Renders a template for a contact. A placeholder without a value is an error and is never sent. */
export function fillTemplate(
  found: FoundTemplate,
  { template, recipient, errors }: TemplateFilling,
): PreparedTemplate {
  const isForChannel =
    found.channelType === null || !recipient || found.channelType === recipient.channelType;
  if (!isForChannel) errors.add('template.id', 'not_found', `The template is for ${found.channelType} only`);
  else if (found.status !== 'approved') errors.add('template.id', 'not_found', describeStatus(found));
  const given = Object.entries(template.variables ?? {}).map(([name, value]) => [normalizeName(name), value]);
  const ofContact = recipient && contactVariables(recipient.contact);
  const variables = { ...ofContact, ...Object.fromEntries(given) };
  const { id, mediaFileId, hasMedia, name, language, body, content } = found;
  const { text, ...unfilled } = renderWholeTemplate({ body, content }, variables);
  // When the caller needs another template or recipient, the missing values of this one do not matter.
  const isFit = isForChannel && found.status === 'approved' && recipient !== undefined;
  if (isFit) addUnfilled(unfilled, { variables: 'template.variables', text: 'template.id' }, errors);
  return {
    id,
    mediaFileId,
    hasMedia,
    text,
    unfilled,
    template: { name, language, body, content, variables },
  };
}

/** A provider's reason helps the author more than the status. */
function describeStatus({ status, rejectionReason }: FoundTemplate): string {
  return `The template is ${status}, not approved${rejectionReason === null ? '' : `: ${rejectionReason}`}`;
}

/** Returns the SQL condition that the template has media that can be replaced, either its file or its header. */
export function hasMediaSql(template: string): string {
  return `(${template}.media_file_id is not null
    or coalesce(${template}.content -> 'header' ->> 'type', '') in ('image', 'video', 'document'))`;
}

export interface FoundTemplate extends Omit<SentTemplate, 'variables'> {
  readonly id: string;
  readonly channelType: ChannelType | null;
  readonly mediaFileId: string | null;
  readonly hasMedia: boolean;
  readonly status: MessageTemplateStatus;
  /** The provider's reason; null when there is none. */
  readonly rejectionReason: string | null;
}

const find = lockingStatement<FoundTemplate>(
  'find-template-to-send',
  (
    keyShare,
  ) => `select id, name, language, body, content, channel_type as "channelType", media_file_id as "mediaFileId", status,
     registration ->> 'rejectionReason' as "rejectionReason",
     ${hasMediaSql('message_templates')} as "hasMedia"
   from message_templates where tenant_id = $1::uuid and id = $2::uuid ${keyShare}`,
);
