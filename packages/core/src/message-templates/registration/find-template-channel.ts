import type { ChannelType } from '@parley/database';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import { formFor, lockingStatement } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import type { ValidationErrors } from '../../validation-errors.js';

/** What the adapters of channels know about templates; core does not depend on them. */
export interface TemplateRules {
  /** Returns the account that holds the templates of a channel; undefined when the channel cannot have any. */
  accountOf(channel: TemplateChannel): string | undefined;
  /** Returns why the provider of the channel would refuse a template. */
  findErrors(channel: TemplateChannel, template: TemplateDraft): readonly string[];
}

export interface TemplateDraft {
  readonly name: string;
  readonly category: string | undefined;
  readonly body: string;
  readonly file: TemplateFile | null;
  /** Whether the template has more than a text and a file. */
  readonly hasMore: boolean;
}

/** The file of a template. */
export interface TemplateFile {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
}

export interface TemplateChannel {
  readonly id: string;
  readonly type: ChannelType;
  readonly provider: string;
  readonly settings: unknown;
}

export interface FoundChannel {
  readonly channel: TemplateChannel;
  readonly accountId: string;
}

/** Finds a channel that can have templates, and prevents its deletion; otherwise adds the error. */
export async function findTemplateChannel(
  transaction: Transaction,
  { tenantId }: Context,
  { channelId, rules, errors }: { channelId: string; rules: TemplateRules; errors: ValidationErrors },
): Promise<FoundChannel | undefined> {
  const found = isId(channelId)
    ? await transaction.sql(formFor(transaction, find), [tenantId, channelId])
    : [];
  const [channel] = found;
  const accountId = channel && rules.accountOf(channel);
  if (channel === undefined) errors.add('channelId', 'not_found', 'Channel not found');
  else if (accountId === undefined) {
    const message = 'The channel has no templates: it is not for WhatsApp, or has no businessAccountId';
    errors.add('channelId', 'not_found', message);
  }
  return channel && accountId !== undefined ? { channel, accountId } : undefined;
}

const find = lockingStatement<TemplateChannel>(
  'find-channel-of-templates',
  (keyShare) => `select id, type, provider, settings from channels
    where tenant_id = $1::uuid and id = $2::uuid ${keyShare}`,
);
