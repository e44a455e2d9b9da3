export type { EventOf, V2Event, V3Event, WebhookEvent } from './webhooks/event.js';
export {
  type ExpressHandler,
  expressHandler,
  type WebhookRequest,
  type WebhookResponse,
} from './webhooks/express-handler.js';
export { fetchHandler } from './webhooks/fetch-handler.js';
export type { WebhookHandlerOptions } from './webhooks/handler-options.js';
export type { AnyHeaders } from './webhooks/read-header.js';
export type { WebhookSecret } from './webhooks/sign.js';
export { type SignedDelivery, type SignOptions, signForTest } from './webhooks/sign-for-test.js';
export { type RawBody, type VerifyOptions, verify } from './webhooks/verify.js';
export { WebhookError, type WebhookErrorCode } from './webhooks/webhook-error.js';
