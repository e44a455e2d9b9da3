import type { WebhookHandlerOptions } from './handler-options.js';
import type { AnyHeaders } from './read-header.js';
import { type RawBody, verify } from './verify.js';
import { WebhookError, type WebhookErrorCode } from './webhook-error.js';

/** The response to the sender of a delivery. */
export interface Reply {
  readonly status: number;
  readonly text: string | null;
}

/** Verifies a delivery and passes its event on. Throws errors that the sender has not caused. */
export async function receive(
  headers: AnyHeaders,
  body: Promise<RawBody>,
  { secret, onEvent, ...options }: WebhookHandlerOptions,
): Promise<Reply> {
  try {
    await onEvent(verify(headers, await body, secret, options));
    return { status: 204, text: null };
  } catch (error) {
    if (!(error instanceof WebhookError) || error.code === 'parsed_body') throw error;
    return { status: statuses[error.code] ?? 401, text: String(error) };
  }
}

/** All other codes mean that the origin of a delivery is not proven. */
const statuses: Partial<Readonly<Record<WebhookErrorCode, number>>> = {
  malformed_body: 400,
  body_too_large: 413,
};
