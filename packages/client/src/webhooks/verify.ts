import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from './event.js';
import { type AnyHeaders, readHeader } from './read-header.js';
import { WebhookError } from './webhook-error.js';

export interface VerifyOptions {
  /** How far the time of a delivery may be from now, in seconds; the default is 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The moment to compare with; the default is now. */
  readonly now?: Date | undefined;
}

/** The secret of the webhook, or of the workspace for calls of automations. While it is being rotated, both the new and the old one. */
export type WebhookSecret = string | readonly string[];

/** The bytes of the request as they came. JSON that was parsed and written again has other bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/**
 * Gives the event, when it was sent by the service and just now (Standard Webhooks); throws a `WebhookError` otherwise.
 * The same event can come more than once: drop those whose `id` you have handled.
 */
export function verify(
  headers: AnyHeaders,
  rawBody: RawBody,
  secret: WebhookSecret,
  options: VerifyOptions = {},
): WebhookEvent {
  const signers = readSecrets(secret);
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = readTimestamp(requireHeader(headers, 'webhook-timestamp'), options);
  const signatures = requireHeader(headers, 'webhook-signature').split(' ');
  const body = readBody(rawBody);
  let isGenuine = false;
  for (const signer of signers) {
    const expected = signer.sign(id, timestamp, body);
    // Every pair is compared to its end, so that the time taken tells nothing.
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

function readTimestamp(text: string, { toleranceSeconds = 300, now = new Date() }: VerifyOptions): Date {
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  const ageSeconds = now.getTime() / 1_000 - seconds;
  if (Math.abs(ageSeconds) <= toleranceSeconds) return new Date(seconds * 1_000);
  throw new WebhookError(
    'stale_timestamp',
    Number.isNaN(seconds)
      ? 'The webhook-timestamp is not in seconds.'
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

/** A secret that cannot be one is a mistake of ours, not of the sender; the message does not repeat it. */
function readSecrets(secret: WebhookSecret): Webhook[] {
  // An empty list has no first secret, and `undefined` is refused like anything else that is none.
  const [first, ...others]: unknown[] = [secret].flat();
  return [first, ...others].map((each) => {
    try {
      if (typeof each === 'string' && each.startsWith('whsec_')) return new Webhook(each);
    } catch {
      // Not base64; reported below.
    }
    throw new TypeError(
      'A webhook secret begins with whsec_, as given on creation and rotation. Is the variable set?',
    );
  });
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
    // The service signs what it has checked against the contract, so that the envelope tells the rest.
    if (typeof event === 'object' && event !== null && 'event' in event && 'data' in event)
      return event as WebhookEvent;
  } catch {
    // Not JSON; reported below.
  }
  throw new WebhookError('malformed_body', 'The body is signed, but it is no event.');
}
