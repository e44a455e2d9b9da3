import { adapterFor, messagesPerSecondOf, SendError } from '@parley/channels';
import {
  type Attempt,
  type Context,
  completeSending,
  failSending,
  leaveSendingOpen,
  type MessageToSend,
  postponeSending,
  takeMessage,
} from '@parley/core';
import { patienceMs, recordWithPatience } from '../record-with-patience.js';
import type { WorkerDependencies } from '../task.js';
import { buildOutboundMessage } from './build-outbound-message.js';
import { judgeFailure, sendingDelaysMs } from './judge-failure.js';
import { providerAccessOf } from './provider-access.js';

export type SendingDependencies = Pick<
  WorkerDependencies,
  'database' | 'now' | 'logger' | 'config' | 'newLeaseToken'
>;

/** One attempt, from connecting to the provider's last byte, attachments included. */
export const attemptMs = 20_000;

/** The attempt and the time to write its outcome: past this another worker may take the message. */
const leaseMs = attemptMs + patienceMs + 2_400;

/** Makes one attempt to send a message, if it is due; whatever comes of it is written, with a job for what follows. */
export async function sendPendingMessage(
  { tenantId, messageId }: { tenantId: string; messageId: string },
  dependencies: SendingDependencies,
): Promise<void> {
  const { database, now, newLeaseToken } = dependencies;
  const { pace } = providerAccessOf(dependencies);
  const context: Context = { database, now, tenantId };
  const attempt: Attempt = { messageId, leaseToken: newLeaseToken() };
  const message = await takeMessage(context, {
    ...attempt,
    leaseMs,
    maxAttempts: sendingDelaysMs.length + 1,
    isRepeatable: ({ provider }) => adapterFor(provider).sending.repeatable,
    takeTurn: (transaction, channel, pausedUntil) => {
      const messagesPerSecond = messagesPerSecondOf(adapterFor(channel.provider), channel);
      return pace.takeTurn(transaction, context, { id: channel.id, messagesPerSecond, pausedUntil });
    },
  });
  if (message === null) return;
  const isWritten = await send(message).then(
    ({ vendorId, walk }) => {
      const sent = { ...attempt, channelId: message.channel.id, vendorId, isWalked: walk.length > 1 };
      return record(() => completeSending(context, sent));
    },
    (error: unknown) => writeFailure(error, message),
  );
  if (!isWritten)
    dependencies.logger.warn({ tenantId, messageId }, 'a lease ended before its message was sent');

  function record(write: () => Promise<boolean>): Promise<boolean> {
    return recordWithPatience(dependencies.logger, write);
  }

  async function send(toSend: MessageToSend) {
    const { channel } = toSend;
    const { dispatcher, openSocket } = providerAccessOf(dependencies);
    const outbound = await buildOutboundMessage(context, toSend);
    return adapterFor(channel.provider).send(outbound, channel, {
      dispatcher,
      openSocket,
      signal: AbortSignal.timeout(attemptMs),
      callbackUrl: `${dependencies.config.publicUrl}/ingress/${channel.id}`,
    });
  }

  async function writeFailure(error: unknown, { channel, attemptCount }: MessageToSend): Promise<boolean> {
    // Not the provider's fault: the lease ends, and what it stands for is decided then.
    if (!(error instanceof SendError)) throw error;
    const { repeatable } = adapterFor(channel.provider).sending;
    const verdict = judgeFailure(error, { attemptCount, repeatable, now: now() });
    const { code, message: reason } = error;
    dependencies.logger.info(
      { tenantId, messageId, code, reason, verdict: verdict.kind },
      'a message was not sent',
    );
    switch (verdict.kind) {
      case 'fail':
        return record(() => failSending(context, attempt, verdict.error));
      case 'unknown':
        return record(() => leaveSendingOpen(context, attempt, verdict.until));
      case 'retry':
        if (error.retryAfterMs !== undefined) await pace.pause(context, channel.id, verdict.at);
        return record(() => postponeSending(context, attempt, verdict.at));
    }
  }
}
