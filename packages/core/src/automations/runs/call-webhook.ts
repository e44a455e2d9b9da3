import { type ChatRecord, chats } from '../../chats/chat-record.js';
import { type ContactRecord, contacts } from '../../contacts/contact-record.js';
import type { Context } from '../../context.js';
import { findById } from '../../resources/find-by-id.js';
import { transact } from '../../sql/transact.js';
import type { CallWebhookStep } from '../steps.js';
import { holdLease } from './hold-lease.js';
import { LeaseLostError, type StepPlace } from './run.js';

/** What a call tells; the receiver recognises a repetition by its key. */
export interface WebhookCall {
  readonly url: string;
  readonly idempotencyKey: string;
  readonly runId: string;
  readonly automationId: string;
  readonly contact: ContactRecord;
  readonly chat: ChatRecord | null;
  readonly variables: Readonly<Record<string, string>>;
}

export type WebhookCallOutcome =
  | { readonly kind: 'succeeded'; readonly statusCode: number }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly isPermanent: boolean;
      /** How long the receiver asked us to stay away. */
      readonly retryAfterMs?: number;
    }
  /** Nothing was sent that counts: the receiver has no place for it now, or the worker is stopping. */
  | { readonly kind: 'postponed'; readonly at: Date };

export type CallWebhook = (call: WebhookCall) => Promise<WebhookCallOutcome>;

/** Gathers what the call tells in one look at the database, and makes sure that the run is still this worker's. */
export function prepareCall(
  context: Context,
  { place, step }: { place: StepPlace; step: CallWebhookStep },
): Promise<WebhookCall> {
  return transact(context, async (transaction) => {
    const { run, position } = place;
    await holdLease(transaction, context, run);
    const { tenantId } = context;
    const contact = await findById(transaction.sql, contacts, { tenantId, id: run.contactId });
    // Deleting the contact deletes the run.
    if (contact === undefined) throw new LeaseLostError(run.id);
    const chatId = run.chatId ?? contact.chats.find(({ channelId }) => channelId === run.channelId)?.id;
    const chat =
      chatId === undefined ? null : await findById(transaction.sql, chats, { tenantId, id: chatId });
    return {
      url: step.url,
      idempotencyKey: `${run.id}-${position}`,
      runId: run.id,
      automationId: run.automationId,
      contact,
      chat: chat ?? null,
      variables: run.variables,
    };
  });
}
