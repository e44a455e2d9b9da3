import { adapterFor, refuseDestination, SendError, type SendResult } from '@parley/channels';
import {
  type Attempt,
  type Context,
  failSending,
  leaveSendingOpen,
  type MessageToSend,
  postponeSending,
  recordChannelFailing,
  releaseMessage,
} from '@parley/core';
import { type SpanStart, traceHeaders, withSpan } from '@parley/tracing';
import { recordRetryMs, recordWithRetry } from '../jobs/record-with-retry.js';
import type { WorkerDependencies } from '../jobs/worker-dependencies.js';
import { healthOf, settle } from './attempt-health.js';
import { buildOutboundMessage } from './build-outbound-message.js';
import { judgeFailure } from './judge-failure.js';
import { observeSend } from './observe-send.js';
import { providerAccessOf } from './provider-access.js';

export type SendingDependencies = Pick<
  WorkerDependencies,
  | 'context'
  | 'database'
  | 'now'
  | 'logger'
  | 'config'
  | 'newLeaseToken'
  | 'outboundCalls'
  | 'isBulk'
  | 'metrics'
  | 'requestMs'
>;

/** The deadline of one attempt, from connecting to the last byte of the provider, attachments included. */
export const attemptMs = 20_000;

/** The time to record the outcome of an attempt after its deadline; then another worker may claim the message. */
const recordingMs = recordRetryMs + 5_000;

/** Makes one attempt to send a message, if it is due; records the outcome and enqueues the next job. */
export async function sendPendingMessage(
  { tenantId, messageId }: { tenantId: string; messageId: string },
  dependencies: SendingDependencies,
): Promise<void> {
  const { database, now, newLeaseToken, outboundCalls, isBulk, requestMs = attemptMs } = dependencies;
  const { pace, batches } = providerAccessOf(dependencies);
  const context: Context = { ...dependencies.context, isBulk };
  const attempt: Attempt = { messageId, leaseToken: newLeaseToken() };
  const message = await batches.claim({ context, attempt, leaseMs: requestMs + recordingMs });
  if (message === null) return;
  const call = await outboundCalls.call(
    `channel:${message.channel.id}`,
    () => settle(send(message)),
    healthOf,
  );
  if (call.kind === 'rejected') {
    await releaseMessage(context, attempt, call.retryAt);
    return;
  }
  const { result } = call;
  const isRecorded =
    result.status === 'fulfilled'
      ? await recordSuccess(result.value, message)
      : await recordFailure(result.reason, message);
  if (!isRecorded)
    dependencies.logger.warn({ tenantId, messageId }, 'the lease of a message expired before it was sent');

  function record(write: () => Promise<boolean>): Promise<boolean> {
    return recordWithRetry(dependencies, write);
  }

  async function send(toSend: MessageToSend) {
    const { channel } = toSend;
    const { dispatcher, openSocket } = providerAccessOf(dependencies);
    const { publicUrl, providerAllowedHosts } = dependencies.config;
    const adapter = adapterFor(channel.provider);
    refuseDestination(adapter, channel, providerAllowedHosts);
    const outbound = await buildOutboundMessage(context, toSend, publicUrl);
    const sending = withSpan(database.trace, describeSpan(toSend), (trace) =>
      adapter.send(outbound, channel, {
        dispatcher,
        openSocket,
        signal: AbortSignal.timeout(requestMs),
        timeoutMs: dependencies.requestMs,
        now,
        attempt: toSend.attemptCount,
        callbackUrl: `${publicUrl}/ingress/${channel.id}`,
        headers: traceHeaders(trace),
      }),
    );
    return observeSend(sending, channel.provider, dependencies.metrics);
  }

  function recordSuccess({ vendorId, walk }: SendResult, { channel }: MessageToSend): Promise<boolean> {
    const sent = { ...attempt, channelId: channel.id, vendorId, isWalked: walk.length > 1 };
    return record(() => batches.complete({ context, sent }));
  }

  async function recordFailure(error: unknown, toSend: MessageToSend): Promise<boolean> {
    // This is an internal error: the lease expires, and the next attempt decides about the message.
    if (!(error instanceof SendError)) throw error;
    const isVerdictRecorded = await recordVerdict(error, toSend);
    if (isVerdictRecorded && isChannelFailing(error, toSend.attemptCount))
      await recordFailing(toSend.channel.id, error.code);
    return isVerdictRecorded;
  }

  /** The outcome of the message is recorded by now, so a failure here must not fail the job. */
  async function recordFailing(channelId: string, code: string): Promise<void> {
    try {
      await recordChannelFailing(context, { channelId, code });
    } catch (err) {
      dependencies.logger.error({ err, tenantId, channelId }, 'the event channel.failing was not recorded');
    }
  }

  function recordVerdict(error: SendError, { channel, attemptCount }: MessageToSend): Promise<boolean> {
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
        return record(async () => {
          if (error.retryAfterMs !== undefined) await pace.pause(context, channel.id, verdict.at);
          return postponeSending(context, attempt, verdict.at);
        });
    }
  }
}

/**
 * The provider refuses the credentials of the channel, or has failed to accept the same message three times, which takes
 * more than half a minute.
 */
function isChannelFailing(error: SendError, attemptCount: number): boolean {
  return error.isOfChannel || (error.retryable && attemptCount >= failuresOfChannel);
}

const failuresOfChannel = 3;

function describeSpan({ channel, attemptCount }: MessageToSend): SpanStart {
  return {
    name: `send ${channel.provider}`,
    kind: 'client',
    attributes: {
      'messaging.system': channel.provider,
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.destination.name': channel.id,
      'parley.attempt': attemptCount,
    },
  };
}
