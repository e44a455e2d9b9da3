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
import type { WorkerDependencies } from '../task.js';
import { buildOutboundMessage } from './build-outbound-message.js';
import { judgeFailure, sendingDelaysMs } from './judge-failure.js';
import { providerAccessOf } from './provider-access.js';

export type SendingDependencies = Pick<
  WorkerDependencies,
  'database' | 'now' | 'logger' | 'config' | 'newLeaseToken'
>;

/** One attempt, from connecting to the provider's last byte, attachments included. */
const attemptMs = 20_000;

/** The attempt and some time to write its outcome: past this another worker may take the message. */
const leaseMs = 30_000;

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
    takeTurn: (transaction, channel) => {
      const messagesPerSecond = messagesPerSecondOf(adapterFor(channel.provider), channel);
      return pace.takeTurn(transaction, context, { id: channel.id, messagesPerSecond });
    },
  });
  if (message === null) return;
  const isWritten = await send(message).then(
    ({ vendorId, walk }) => {
      const isWalked = walk.length > 1;
      return completeSending(context, { ...attempt, channelId: message.channel.id, vendorId, isWalked });
    },
    (error: unknown) => writeFailure(error, message),
  );
  if (!isWritten)
    dependencies.logger.warn({ tenantId, messageId }, 'a lease ended before its message was sent');

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
        return failSending(context, attempt, verdict.error);
      case 'unknown':
        return leaveSendingOpen(context, attempt, verdict.until);
      case 'retry':
        if (error.retryAfterMs !== undefined) await pace.pause(context, channel.id, verdict.at);
        return postponeSending(context, attempt, verdict.at);
    }
  }
}
