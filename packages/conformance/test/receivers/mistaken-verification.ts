import { createHmac } from 'node:crypto';
import { WebhookError, type WebhookEvent } from '@parley/client/webhooks';
import { type Incoming, secret } from './receiver-server.js';

/** A verification written by hand, with one mistake. */
export function openWith(incoming: Incoming, mistake: Partial<Verification>): WebhookEvent {
  const event = parse(incoming);
  const headerOf = (name: string) => String(incoming.headers[name] ?? '');
  const right: Verification = {
    signature: (all) => all.find((one) => one === expected) ?? '',
    matches: (given, wanted) => given === wanted,
    id: () => headerOf('webhook-id'),
    time: () => headerOf('webhook-timestamp'),
  };
  const { signature, matches, id, time } = { ...right, ...mistake };
  const key = Buffer.from(secret.slice(6), 'base64');
  const text = `${id(event)}.${time(event)}.${incoming.body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  const isFresh = Math.abs(Date.now() / 1000 - Number(headerOf('webhook-timestamp'))) < 300;
  const given = mistake.matches
    ? headerOf('webhook-signature')
    : signature(headerOf('webhook-signature').split(' '));
  return isFresh && given !== '' && matches(given, expected) ? event : refuse();
}

interface Verification {
  signature(all: readonly string[]): string;
  matches(given: string, expected: string): boolean;
  id(event: WebhookEvent): string;
  time(event: WebhookEvent): string;
}

export function parse({ body }: Incoming): WebhookEvent {
  return JSON.parse(body.toString());
}

export function refuse(): never {
  throw new WebhookError('wrong_signature', 'The signature does not match.');
}

export function fail(): never {
  throw new TypeError('The receiver has a mistake.');
}

/** Lets the other requests of the same moment go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
