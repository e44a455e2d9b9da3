/** This file is only compiled. It has the types that partners rely on; a change here changes their code. */
import type { V2OperationId, V3OperationId, v2, v3 } from '@parley/contract/operations';
import type * as V2 from '@parley/contract/v2';
import type * as V3 from '@parley/contract/v3';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Expect<Fact extends true> = Fact;

type Chat = V3.components['schemas']['Chat'];
type NullableKeys<T> = { [Key in keyof T]-?: null extends T[Key] ? Key : never }[keyof T];
type OptionalKeys<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

type Body<Operation, Status> = Operation extends {
  responses: { [Key in Status & PropertyKey]: { content: { 'application/json': infer Json } } };
}
  ? Json
  : never;
type ErrorKey<Operation, Status> =
  Body<Operation, Status> extends { error: { messageKey: infer Key } } ? Key : never;

type SearchResponse = Body<V3.operations['searchAutomations'], 200>;
type V3Delivery = V3.webhooks[keyof V3.webhooks]['post'];
type V2Delivery = V2.webhooks[keyof V2.webhooks]['post'];
type V3Event = V3Delivery['requestBody']['content']['application/json'];
type V2Event = V2Delivery['requestBody']['content']['application/json'];
type BroadcastCreate = V2.operations['createBroadcast']['requestBody']['content']['application/json'];
type BroadcastContact = NonNullable<BroadcastCreate['contacts']>[number];

export type ShortNames = [
  Expect<Equal<V3.Chat, V3.components['schemas']['Chat']>>,
  Expect<Equal<V2.Broadcast, V2.components['schemas']['Broadcast']>>,
];

export type V3Shapes = [
  Expect<Equal<Body<V3.operations['getChat'], 200>['data'], Chat>>,
  Expect<
    Equal<
      NullableKeys<Chat>,
      'openUntil' | 'latestMessage' | 'assignedUserId' | 'assignedTeamId' | 'snoozedUntil'
    >
  >,
  Expect<Equal<OptionalKeys<Chat>, never>>,
  Expect<Equal<Chat['status'], 'open' | 'closed' | 'snoozed'>>,
  Expect<
    Equal<
      NullableKeys<V3.components['schemas']['Contact']>,
      'firstName' | 'lastName' | 'phoneNumber' | 'email' | 'timeZone'
    >
  >,
  Expect<Equal<keyof SearchResponse, 'success' | 'data' | 'pagination' | 'query'>>,
  Expect<
    Equal<
      SearchResponse['pagination'],
      { page: number; limit: number; total: number; totalIsLowerBound?: boolean; nextCursor?: string | null }
    >
  >,
  Expect<
    Equal<SearchResponse['query'], { query: string | null; sortBy: string | null; search: string | null }>
  >,
  Expect<
    Equal<Body<V3.operations['deleteChat'], 200>['data'], { deletedIds: string[]; notFoundIds: string[] }>
  >,
  Expect<Equal<keyof Body<V3.operations['triggerAutomation'], 200>, 'success'>>,
  Expect<Equal<Body<V3.operations['getChat'], 404>['success'], false>>,
  Expect<Equal<ErrorKey<V3.operations['getChat'], 404>, 'chat_not_found'>>,
  Expect<Equal<ErrorKey<V3.operations['getContact'], 404>, 'contact_not_found'>>,
  Expect<Equal<Extract<keyof V3.operations['getChat']['responses'], 402>, never>>,
  Expect<Equal<ErrorKey<V3.operations['searchAutomations'], 402>, 'insufficient_billing_plan'>>,
  Expect<Equal<Extract<keyof V3.operations['deleteContact']['responses'], 402 | 404>, never>>,
  Expect<
    Equal<
      ErrorKey<V3.operations['triggerAutomation'], 429>,
      'too_many_requests' | 'waiting_jobs_limit_reached'
    >
  >,
  Expect<Equal<ErrorKey<V3.operations['getChat'], 429>, 'too_many_requests'>>,
  Expect<Equal<V3Event['event'], keyof V3.webhooks>>,
];

export type V2Shapes = [
  Expect<
    Equal<
      BroadcastCreate,
      {
        name: string;
        workflowId: string;
        isScheduled?: boolean;
        scheduledAt?: string;
        isReoccurring?: boolean;
        recurrenceRules?: string[];
        messageTemplateId?: string;
        contacts?: BroadcastContact[];
        variables?: Array<{ name: string; value: string }>;
      }
    >
  >,
  Expect<Equal<BroadcastContact['phoneNumber'], string | null | undefined>>,
  Expect<
    Equal<
      OptionalKeys<V2.components['schemas']['Broadcast']>,
      'scheduledAt' | 'recurrenceRules' | 'variables'
    >
  >,
  Expect<Equal<OptionalKeys<V2.components['schemas']['ApiWebhook']>, 'channelId'>>,
  Expect<Equal<ErrorKey<V2.operations['listAttributes'], 410>, 'version_sunset'>>,
  Expect<Equal<V2Event['event'], keyof V2.webhooks>>,
];

export type OperationTable = [
  Expect<Equal<V3OperationId, Exclude<keyof V3.operations, DeliveryId<V3.operations, V3Delivery>>>>,
  Expect<Equal<V2OperationId, Exclude<keyof V2.operations, DeliveryId<V2.operations, V2Delivery>>>>,
  Expect<Equal<(typeof v3.operations.getChat)['path'], '/chats/{chatId}'>>,
  Expect<Equal<(typeof v3.operations.triggerAutomation)['scopes'], readonly ['automations:execute']>>,
  Expect<Equal<(typeof v2.operations.createBroadcast)['bodyLimitBytes'], 10485760>>,
];

/** The webhooks: the requests that the service sends to its subscribers. */
type DeliveryId<Operations, Delivery> = {
  [Id in keyof Operations]: Operations[Id] extends Delivery ? Id : never;
}[keyof Operations];

export function narrowsAnEventByItsType(event: V3Event): string | null {
  switch (event.event) {
    case 'chat.created':
    case 'chat.updated':
      return event.data.openUntil;
    case 'contact.created':
    case 'contact.updated':
      return event.data.displayName;
    case 'chat.deleted':
      return event.data.contactId;
    case 'contact.deleted':
      return event.data.id;
    case 'campaign.completed':
    case 'campaign.failed':
      return event.data.failureReason?.message ?? null;
    case 'automation.run_failed':
      return event.data.error?.message ?? null;
    case 'channel.failing':
      return event.data.error.message;
    case 'chat.note_added':
      return event.data.text;
    case 'message_template.updated':
      return event.data.registration?.rejectionReason ?? null;
    case 'contact.merged':
      return event.data.mergedContactId;
    case 'message.received':
    case 'message.sent':
    case 'message.updated':
      // @ts-expect-error A message has no display name; its contact has.
      event.data.displayName;
      return event.data.contact.displayName;
    case 'automation.webhook_called':
      return event.data.chat?.openUntil ?? event.data.contact.displayName;
  }
}

export function narrowsAResponseBySuccess(
  response: Body<V3.operations['getChat'], 200> | Body<V3.operations['getChat'], 401 | 404>,
): string {
  // @ts-expect-error There is no data before success is known.
  response.data;
  return response.success ? response.data.id : response.error.messageKey;
}

// @ts-expect-error A broadcast needs a workflow.
export const broadcastWithoutWorkflow: BroadcastCreate = { name: 'Autumn offer' };

export const statusChange: V3.components['schemas']['ChatStatusChange'] = {
  // @ts-expect-error Only the three states exist.
  status: 'archived',
};
