import {
  adapterFor,
  type ChannelTemplates,
  type ProviderCallOptions,
  refuseDestination,
} from '@parley/channels';
import type { SubmissionToSend } from '@parley/core';
import { traceHeaders, withSpan } from '@parley/tracing';
import type { WorkerDependencies } from '../jobs/worker-dependencies.js';
import { healthOf, settle } from '../messages/attempt-health.js';
import { observeSend } from '../messages/observe-send.js';
import { providerAccessOf } from '../messages/provider-access.js';
import { attemptMs } from '../messages/send-pending-message.js';

export type TemplateDependencies = Pick<
  WorkerDependencies,
  'context' | 'database' | 'now' | 'logger' | 'config' | 'outboundCalls' | 'metrics'
>;

interface TemplateCall<Result> {
  readonly operation: 'submit' | 'list';
  readonly channel: SubmissionToSend['channel'];
  readonly run: (templates: ChannelTemplates, options: ProviderCallOptions) => Promise<Result>;
}

/**
 * Calls the provider about templates, under a concurrency limit and a circuit breaker of their own: an outage of the
 * templates does not stop messages. The metrics distinguish them too.
 */
export function callForTemplates<Result>(
  { operation, channel, run }: TemplateCall<Result>,
  { config, database, metrics, now, outboundCalls }: TemplateDependencies,
) {
  const adapter = adapterFor(channel.provider);
  const { templates } = adapter;
  const { dispatcher, openSocket } = providerAccessOf({ config });
  const span = {
    name: `${operation} templates ${channel.provider}`,
    kind: 'client',
    attributes: { 'messaging.system': channel.provider, 'messaging.destination.name': channel.id },
  } as const;
  const call = async () => {
    if (templates === undefined) throw new Error(`The provider ${channel.provider} has no templates`);
    refuseDestination(adapter, channel, config.providerAllowedHosts);
    const signal = AbortSignal.timeout(attemptMs);
    const running = withSpan(database.trace, span, (trace) =>
      run(templates, { dispatcher, openSocket, signal, now, headers: traceHeaders(trace) }),
    );
    return observeSend(running, `${channel.provider}-templates`, metrics);
  };
  return outboundCalls.call(`templates:${channel.id}`, () => settle(call()), healthOf);
}
