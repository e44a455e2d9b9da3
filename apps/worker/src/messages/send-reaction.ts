import { adapterFor, messagesPerSecondOf, refuseDestination, SendError } from '@parley/channels';
import {
  claimReaction,
  completeReaction,
  type JobPayloads,
  postponeReaction,
  type ReactionToSend,
  withdrawReaction,
} from '@parley/core';
import { type SpanStart, traceHeaders, withSpan } from '@parley/tracing';
import { healthOf, settle } from './attempt-health.js';
import { judgeFailure } from './judge-failure.js';
import { observeSend } from './observe-send.js';
import { providerAccessOf } from './provider-access.js';
import { attemptMs, type SendingDependencies } from './send-pending-message.js';

/**
 * Makes one attempt to send a reaction. A provider can get the same reaction twice without an effect, so that no lease is
 * needed: whatever was interrupted is sent again.
 */
export async function sendReaction(
  { tenantId, messageId, attempt = 0, hasSlot = 0 }: JobPayloads['send-reaction'],
  dependencies: Omit<SendingDependencies, 'newLeaseToken'>,
): Promise<void> {
  const { context, now, logger, outboundCalls } = dependencies;
  const { pace } = providerAccessOf(dependencies);
  const reaction = await claimReaction(context, {
    messageId,
    attempt,
    hasSlot: hasSlot === 1,
    reserveSlot: (transaction, channel, pausedUntil) => {
      const messagesPerSecond = messagesPerSecondOf(adapterFor(channel.provider), channel);
      return pace.reserveSlot(transaction, context, { id: channel.id, messagesPerSecond, pausedUntil });
    },
  });
  if (reaction === null) return;
  const { emoji, timestamp, channel } = reaction;
  const call = await outboundCalls.call(
    `channel:${channel.id}`,
    () => settle(callProvider(reaction, { attempt, dependencies })),
    healthOf,
  );
  if (call.kind === 'rejected') return postponeReaction(context, { messageId, attempt, at: call.retryAt });
  if (call.result.status === 'fulfilled')
    return completeReaction(context, { messageId, sent: { emoji, timestamp } });

  const error: unknown = call.result.reason;
  // This is an internal error, after which the queue runs the job again.
  if (!(error instanceof SendError)) throw error;
  const verdict = judgeFailure(error, { attemptCount: attempt + 1, repeatable: true, now: now() });
  const { code, message: reason } = error;
  logger.info({ tenantId, messageId, code, reason, verdict: verdict.kind }, 'a reaction was not sent');
  if (verdict.kind !== 'retry')
    return withdrawReaction(context, { messageId, refused: { emoji, timestamp } });
  if (error.retryAfterMs !== undefined) await pace.pause(context, channel.id, verdict.at);
  await postponeReaction(context, { messageId, attempt: attempt + 1, at: verdict.at });
}

interface ReactionAttempt {
  readonly attempt: number;
  readonly dependencies: Pick<SendingDependencies, 'config' | 'database' | 'metrics' | 'now'>;
}

async function callProvider(
  { vendorId, emoji, to, channel }: ReactionToSend,
  { attempt, dependencies }: ReactionAttempt,
): Promise<void> {
  const adapter = adapterFor(channel.provider);
  const { dispatcher, openSocket } = providerAccessOf(dependencies);
  refuseDestination(adapter, channel, dependencies.config.providerAllowedHosts);
  const sending = withSpan(dependencies.database.trace, describeSpan(channel), async (trace) =>
    adapter.sendReaction?.({ vendorId, emoji, to }, channel, {
      dispatcher,
      openSocket,
      signal: AbortSignal.timeout(attemptMs),
      now: dependencies.now,
      attempt: attempt + 1,
      headers: traceHeaders(trace),
    }),
  );
  await observeSend(sending, channel.provider, dependencies.metrics);
}

function describeSpan({ id, provider }: ReactionToSend['channel']): SpanStart {
  return {
    name: `react ${provider}`,
    kind: 'client',
    attributes: {
      'messaging.system': provider,
      'messaging.operation.name': 'react',
      'messaging.operation.type': 'send',
      'messaging.destination.name': id,
    },
  };
}
