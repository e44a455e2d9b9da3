import type { IngressRequest } from '../adapter/channel-adapter.js';

/**
 * Returns the timestamp of the provider, or the time of arrival when there is none or it is not valid. A timestamp in the
 * future is not valid: such a message would stay the latest of its chat until then.
 */
export function readTimestamp(epochMs: number | undefined, receivedAt: Date): Date {
  if (epochMs === undefined || !(epochMs > 0) || epochMs > receivedAt.getTime()) return receivedAt;
  return new Date(epochMs);
}

export function arrivalOf(request: IngressRequest): Date {
  return request.receivedAt ?? new Date();
}
