import type { IngressRequest } from '../adapter/channel-adapter.js';

/**
 * The moment a provider names, or the moment of arrival when it names none that can be. A moment in the future is not
 * believed: such a message would stay the latest of its chat until then.
 */
export function readTimestamp(epochMs: number | undefined, receivedAt: Date): Date {
  if (epochMs === undefined || !(epochMs > 0) || epochMs > receivedAt.getTime()) return receivedAt;
  return new Date(epochMs);
}

export function arrivalOf(request: IngressRequest): Date {
  return request.receivedAt ?? new Date();
}
