/**
 * This file is only compiled. It has results, errors and events as partners use them, and code that must not compile.
 */
import {
  type ApiError,
  ApiError as ApiErrorClass,
  createClient,
  type InvalidParams,
  isApiError,
  type ParleyClient,
  ParleyError,
} from '@parley/client';
import { createClient as createV2Client } from '@parley/client/v2';
import type { EventOf, V3Event, WebhookEvent } from '@parley/client/webhooks';
import type * as V3Contract from '@parley/contract/v3';
import type { ErrorKey, Method, OperationAt, PathOf } from '../src/operations/operation.js';
import type { V3 } from '../src/v3.js';
import type { Equal, Expect } from './support/expect-types.js';

const client: ParleyClient = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });
const params = { path: { chatId: 'id' } };

export async function narrowsResults(): Promise<string | number | InvalidParams> {
  const result = await client.raw.POST('/automations/{automationId}/trigger', {
    params: { path: { automationId: 'id' } },
    body: { contactId: 'id' },
  });
  if (result.ok) return result.response.status;
  switch (result.error.messageKey) {
    case 'automation_not_active':
      return result.error.status satisfies number;
    case 'invalid_body_params':
      return result.error.invalidParams;
    case undefined:
      return result.error.name satisfies 'ConnectionError' | 'DeadlineError' | 'UnexpectedResponseError';
    // @ts-expect-error The contract does not declare this error for the operation.
    case 'chat_not_found':
      return 0;
    default:
      return result.error.requestId ?? '';
  }
}

type KeysOf<Path extends PathOf<V3, M>, M extends Method> = ErrorKey<OperationAt<V3, Path, M>>;
type AlwaysPossible =
  | 'invalid_body_params'
  | 'unauthorized'
  | 'forbidden'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable';

export type ErrorsAreThoseThatCanHappen = [
  Expect<Equal<KeysOf<'/chats/{chatId}', 'get'>, AlwaysPossible | 'chat_not_found'>>,
  Expect<Equal<KeysOf<'/contacts/{contactId}', 'get'>, AlwaysPossible | 'contact_not_found'>>,
  Expect<Equal<KeysOf<'/contacts/{contactId}', 'delete'>, AlwaysPossible>>,
  Expect<Equal<KeysOf<'/workspace', 'get'>, AlwaysPossible>>,
  Expect<
    Equal<
      KeysOf<'/api_webhooks/{webhookId}', 'get'>,
      AlwaysPossible | 'insufficient_billing_plan' | 'api_webhook_not_found'
    >
  >,
];

export function showsWhyACallerWasRefused(error: ApiError): string | undefined {
  switch (error.messageKey) {
    case 'unauthorized':
      // @ts-expect-error An error about the token has no scope.
      error.requiredScope satisfies string;
      if (error.reason === 'token_expired') return error.detail;
      return error.reason satisfies string | undefined;
    case 'forbidden':
      return error.requiredScope satisfies string | undefined;
    case 'insufficient_billing_plan':
      if (error.requiredFeature === 'automations') return 'automations';
      return error.requiredFeature;
    default:
      error.requiredFeature satisfies undefined;
      error.reason satisfies undefined;
      return undefined;
  }
}

export async function refusesBranchesForErrorsThatCannotHappen(): Promise<number> {
  const result = await client.raw.GET('/chats/{chatId}', { params });
  if (result.ok) return 0;
  switch (result.error.messageKey) {
    case 'chat_not_found':
      return 1;
    // @ts-expect-error The operation does not refer to a contact.
    case 'contact_not_found':
      return 2;
    // @ts-expect-error The operation belongs to no plan feature.
    case 'insufficient_billing_plan':
      return 3;
    default:
      return 4;
  }
}

export async function hasTheEnvelopeInRawResults() {
  const result = await client.raw.POST('/chats/search');
  return result.ok ? (result.body.pagination.total satisfies number) : (result.error satisfies Error);
}

export function narrowsWhatWasThrown(error: unknown): InvalidParams | number | undefined {
  if (isApiError(error, 'chat_not_found', 'contact_not_found')) {
    const key: 'chat_not_found' | 'contact_not_found' = error.messageKey;
    return key.length;
  }
  // @ts-expect-error There is no such key.
  if (isApiError(error, 'chat_not_fond')) return 0;
  if (error instanceof ApiErrorClass) {
    if (error.messageKey === 'invalid_body_params') return error.invalidParams;
    // @ts-expect-error There is no such key.
    if (error.messageKey === 'chat_not_fond') return 0;
    error.invalidParams satisfies undefined;
    return error.retryAfter;
  }
  if (error instanceof ParleyError) return error.status;
  return undefined;
}

export const takesAnErrorOfOneKey = (error: ApiError<'too_many_requests'>) => error.retryAfter;

export function narrowsEvents(event: WebhookEvent): string {
  switch (event.event) {
    case 'message.received':
      return event.data.contact.displayName;
    case 'chat.updated':
      return event.data.status;
    case 'WHATSAPP_MESSAGE_STATUS':
      return event.data.status;
    default:
      return event.id;
  }
}

export const takesOneKindOfEvent = (event: EventOf<'contact.updated'>) => event.data.displayName;
export const takesACall = (event: EventOf<'automation.webhook_called'>): string => event.data.runId;
export const v3EventsAreThoseOfTheContract: Expect<Equal<V3Event['event'], keyof V3Contract.webhooks>> = true;

export async function callsV2() {
  const v2 = createV2Client({ baseUrl: 'http://localhost:3000', token: async () => 'token' });
  const { broadcasts } = await v2.GET('/{channelId}/broadcasts', { params: { path: { channelId: 'id' } } });
  return broadcasts;
}
