import type { webhooks as V2Webhooks } from '@parley/contract/v2';
import type { webhooks as V3Webhooks } from '@parley/contract/v3';

/** An event of v3; `event` discriminates the union. */
export type V3Event = BodyOf<V3Webhooks>;

/** An event in the form of v2, for webhooks that were created with v2. */
export type V2Event = BodyOf<V2Webhooks>;

/** Any event that a webhook can receive. A newer service may send further types, so keep a default branch. */
export type WebhookEvent = V3Event | V2Event;

/** The event of one type: `EventOf<'message.received'>`. */
export type EventOf<Type extends WebhookEvent['event']> = Extract<WebhookEvent, { event: Type }>;

type BodyOf<Webhooks> = {
  [Name in keyof Webhooks]: Webhooks[Name] extends {
    post: { requestBody: { content: { 'application/json': infer Body } } };
  }
    ? Body
    : never;
}[keyof Webhooks];
