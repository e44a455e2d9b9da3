import type { WebhookEvent } from './event.js';
import { type AnyHeaders, readHeader } from './read-header.js';
import { readSecrets, sign, type WebhookSecret } from './sign.js';
import { WebhookError } from './webhook-error.js';

export interface VerifyOptions {
  /** The largest difference between the time of a delivery and now, in seconds; the default is 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The time to compare with; the default is now. */
  readonly now?: Date | undefined;
}

/** The unparsed body. JSON that was parsed and serialized again has other bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/**
 * Verifies that the service has just sent the event (Standard Webhooks), and returns it. Throws a `WebhookError`
 * otherwise. The same event can arrive more than once; drop those whose `id` you have handled.
 */
export function verify(
  headers: AnyHeaders,
  rawBody: RawBody,
  secret: WebhookSecret,
  options: VerifyOptions = {},
): WebhookEvent {
  const keys = readSecrets(secret);
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = readTimestamp(requireHeader(headers, 'webhook-timestamp'), options);
  const signatures = requireHeader(headers, 'webhook-signature').split(' ');
  const body = readBody(rawBody);
  let isGenuine = false;
  for (const key of keys) {
    const expected = sign({ id, timestamp, body }, key);
    // All pairs are compared in constant time, so that the duration reveals nothing.
    for (const signature of signatures) isGenuine = isEqual(signature, expected) || isGenuine;
  }
  if (!isGenuine) {
    throw new WebhookError(
      'wrong_signature',
      'The signature does not match. Is it the secret of this webhook?',
    );
  }
  return parseEvent(body);
}

function requireHeader(headers: AnyHeaders, name: string): string {
  const value = readHeader(headers, name);
  if (value) return value;
  throw new WebhookError('missing_header', `The request has no header ${name}.`);
}

function readTimestamp(text: string, { toleranceSeconds = 300, now = new Date() }: VerifyOptions): number {
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  const ageSeconds = now.getTime() / 1_000 - seconds;
  if (Math.abs(ageSeconds) <= toleranceSeconds) return seconds;
  throw new WebhookError(
    'stale_timestamp',
    Number.isNaN(seconds)
      ? 'The webhook-timestamp is not a number of seconds.'
      : `The delivery is ${Math.round(Math.abs(ageSeconds))} seconds ${ageSeconds > 0 ? 'old' : 'ahead'}; ${toleranceSeconds} are allowed. Is the clock right?`,
  );
}

function readBody(rawBody: unknown): string {
  if (typeof rawBody === 'string') return rawBody;
  if (rawBody instanceof Uint8Array || rawBody instanceof ArrayBuffer) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(rawBody);
  }
  throw new WebhookError(
    'parsed_body',
    'The body was parsed before it was verified. Put this before express.json().',
  );
}

function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

function parseEvent(body: string): WebhookEvent {
  try {
    const event: unknown = JSON.parse(body);
    // The service has validated the event before it signed it, so checking the envelope is sufficient.
    if (typeof event === 'object' && event !== null && 'event' in event && 'data' in event)
      return event as WebhookEvent;
  } catch {
    // Not JSON; reported below.
  }
  throw new WebhookError('malformed_body', 'The signed body is not an event.');
}
