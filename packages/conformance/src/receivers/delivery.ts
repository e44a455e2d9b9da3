import { createHmac, randomUUID } from 'node:crypto';
import type { JsonObject } from '@parley/validation';
import { ConformanceError } from '../errors/conformance-error.js';
import type { ReceiverEvent } from './read-events.js';

/** One request to the receiver. */
export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The parts in which the body is sent; the default is the whole. */
  readonly parts?: readonly Buffer[];
  /** What is special about this delivery, such as the name of a field. */
  readonly detail?: string;
  /** The resource whose state the event has, where the order of its events matters. */
  readonly resourceId?: string;
}

export interface DeliveryOptions {
  /** The secrets that sign, each with one signature. */
  readonly secrets: readonly string[];
  /** The default is the example of the event. */
  readonly body?: JsonObject;
  readonly write?: (body: JsonObject) => string;
  readonly ageSeconds?: number;
  readonly detail?: string;
}

/** Creates a delivery of a new event, signed as Standard Webhooks describes. */
export function createDelivery(event: ReceiverEvent, options: DeliveryOptions): Delivery {
  const { secrets, body = event.example, write = JSON.stringify, ageSeconds = 0, detail } = options;
  const id = randomUUID();
  const sentAt = Date.now() - ageSeconds * 1000;
  const content = {
    ...body,
    ...(event.idKey && { [event.idKey]: id }),
    ...(event.timeKey && { [event.timeKey]: new Date(sentAt).toISOString() }),
  };
  const text = write(content);
  const headers = signHeaders({ id, text, sentAt, secrets });
  return { id, type: event.type, headers, body: Buffer.from(text), ...(detail !== undefined && { detail }) };
}

/** Returns the next attempt of a delivery: the same id and body, which the service signs again with the time of the attempt. */
export function repeatDelivery(delivery: Delivery, { secrets }: Pick<DeliveryOptions, 'secrets'>): Delivery {
  const { id, body } = delivery;
  return { ...delivery, headers: signHeaders({ id, text: body.toString(), sentAt: Date.now(), secrets }) };
}

/** Returns the delivery with other headers; `undefined` removes one. */
export function withHeaders(delivery: Delivery, headers: Record<string, string | undefined>): Delivery {
  const merged = Object.entries({ ...delivery.headers, ...headers });
  const kept = merged.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...delivery, id: headers['webhook-id'] ?? delivery.id, headers: Object.fromEntries(kept) };
}

export function createSecret(): string {
  return `whsec_${Buffer.from(randomUUID() + randomUUID())
    .subarray(0, 32)
    .toString('base64')}`;
}

/** A secret that is not base64 would sign with other bytes than those of the receiver. */
export function requireSecret(name: string, secret: string): void {
  if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return;
  throw new ConformanceError(`${name} must begin with whsec_, followed by base64.`);
}

function signHeaders(signed: {
  readonly id: string;
  readonly text: string;
  readonly sentAt: number;
  readonly secrets: readonly string[];
}): Delivery['headers'] {
  const { id, text, sentAt, secrets } = signed;
  const timestamp = String(Math.floor(sentAt / 1000));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${text}`)).join(' '),
  };
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}
