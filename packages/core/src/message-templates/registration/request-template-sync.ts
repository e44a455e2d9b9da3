import type { Context } from '../../context.js';
import { collectInvalidParams, type InvalidParams } from '../../domain-error.js';
import { readingOnly } from '../../sql/reading.js';
import { transact } from '../../sql/transact.js';
import type { ValidPart } from '../../valid-part.js';
import { ValidationErrors } from '../../validation-errors.js';
import { findTemplateChannel, type TemplateRules } from './find-template-channel.js';
import { enqueueSync, storeSync } from './sync-state.js';

export interface TemplateSyncRecord {
  readonly channelId: string;
  readonly requestedAt: string;
}

interface SyncRequest {
  readonly channelId: string;
  readonly rules: TemplateRules;
}

/** Starts a synchronization of the templates of a channel. One that is running starts again. */
export function requestTemplateSync(
  context: Context,
  { channelId: given, rules }: SyncRequest,
): Promise<TemplateSyncRecord> {
  return transact(context, async (transaction) => {
    const errors = new ValidationErrors();
    const found = await findTemplateChannel(transaction, context, { channelId: given, rules, errors });
    errors.throwIfAny();
    if (found === undefined) throw new Error('A channel that is not found is a validation error');
    const { accountId, channel } = found;
    const { id: channelId } = channel;
    const requestedAt = context.now().toISOString();
    const sync = { startedAt: requestedAt, cursor: null, phase: 'listing', accountId } as const;
    storeSync(transaction, context, channelId, sync);
    enqueueSync(transaction, context, { channelId, at: context.now() });
    return { channelId, requestedAt };
  });
}

export async function findSyncErrors(
  context: Context,
  { channelId, rules }: ValidPart<Pick<SyncRequest, 'channelId'>> & Pick<SyncRequest, 'rules'>,
): Promise<InvalidParams> {
  if (channelId === undefined) return {};
  return collectInvalidParams(async () => {
    const errors = new ValidationErrors();
    await findTemplateChannel(readingOnly(context), context, { channelId, rules, errors });
    errors.throwIfAny();
  });
}
