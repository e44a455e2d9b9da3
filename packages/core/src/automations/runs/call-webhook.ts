import { type ChatRecord, chats } from '../../chats/chat-record.js';
import { type ContactRecord, contacts } from '../../contacts/contact-record.js';
import type { Context } from '../../context.js';
import { idOfPart } from '../../ids.js';
import { findById } from '../../resources/find-by-id.js';
import { transact } from '../../sql/transact.js';
import { findWorkspaceSecrets } from '../../tenants/workspace-secrets.js';
import type { CallWebhookStep } from '../versions/steps.js';
import { findRunChat } from './find-run-chat.js';
import { type CurrentStep, LeaseLostError } from './run.js';
import { renewLease, verifyLease } from './verify-lease.js';

/** The content of a call. The receiver recognizes a repetition by the id. */
export interface WebhookCall {
  readonly url: string;
  /** The id is the same for all attempts of a step. */
  readonly id: string;
  readonly idempotencyKey: string;
  readonly tenantId: string;
  /** When this attempt was prepared. */
  readonly createdAt: string;
  /** All secrets of the workspace that are valid for signing now, newest first. */
  readonly secrets: readonly string[];
  readonly runId: string;
  readonly automationId: string;
  readonly contact: ContactRecord;
  readonly chat: ChatRecord | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Whether the step reads the body of the response. */
  readonly needsResponse: boolean;
}

export type WebhookCallOutcome =
  | {
      readonly kind: 'succeeded';
      readonly statusCode: number;
      /** The whole body of the response; absent when the step does not read it, or when it is too long. */
      readonly body?: string;
    }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly isPermanent: boolean;
      /** The `Retry-After` of the receiver. */
      readonly retryAfterMs?: number;
    }
  /**
   * The call was not made, and no attempt is counted: the receiver is at its concurrency limit, or the worker is
   * stopping.
   */
  | { readonly kind: 'postponed'; readonly at: Date };

export type CallWebhook = (call: WebhookCall) => Promise<WebhookCallOutcome>;

/** Reads the content of the call in one transaction, and verifies that this worker holds the lease of the run. */
export function prepareCall(
  context: Context,
  { current, step }: { current: CurrentStep; step: CallWebhookStep },
): Promise<WebhookCall> {
  return transact(context, async (transaction) => {
    const { run, position } = current;
    await verifyLease(transaction, context, run);
    renewLease(transaction, context, run);
    const { tenantId } = context;
    const contact = await findById(transaction.sql, contacts, { tenantId, id: run.contactId });
    // Deleting the contact deletes the run.
    if (contact === undefined) throw new LeaseLostError(run.id);
    const chatId = await findRunChat(transaction, context, run);
    const chat = chatId === null ? null : await findById(transaction.sql, chats, { tenantId, id: chatId });
    return {
      url: step.url,
      id: idOfPart(run.id, String(position)),
      idempotencyKey: `${run.id}-${position}`,
      tenantId,
      createdAt: context.now().toISOString(),
      secrets: await findWorkspaceSecrets(transaction, context),
      runId: run.id,
      automationId: run.automationId,
      contact,
      chat: chat ?? null,
      variables: run.variables,
      needsResponse: (step.responseVariables?.length ?? 0) > 0,
    };
  });
}
