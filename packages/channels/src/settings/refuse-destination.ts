import type { ChannelAdapter, ChannelConfiguration } from '../adapter/channel-adapter.js';
import { cannotSend } from '../adapter/send-error.js';
import { findDestinationErrors } from './check-destination.js';

/**
 * Throws a `SendError` when the secrets of the channel may not be sent to its server. The settings were checked when they were
 * written; the operator's list may have changed since.
 */
export function refuseDestination(
  adapter: ChannelAdapter,
  { settings }: ChannelConfiguration,
  allowedHosts: readonly string[] | undefined,
): void {
  const [error] = findDestinationErrors(adapter, settings, allowedHosts);
  if (error) throw cannotSend('address_refused', `${error.path}: ${error.message}.`);
}
