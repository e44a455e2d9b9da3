/**
 * This file is only compiled. It has code that partners write, and code that must not compile. A change here changes
 * their code.
 */
import {
  type ApiWebhookEvent,
  type ApiWebhookEventInput,
  type AutomationStep,
  and,
  asc,
  type Chat,
  type Contact,
  contains,
  createClient,
  desc,
  type Event,
  eq,
  type FilterFor,
  gte,
  isIn,
  isNull,
  type Message,
  not,
  or,
  type ParleyClient,
  type File as ParleyFile,
  type SortFor,
  sort,
  startsWith,
} from '@parley/client';
import { createClient as createV2Client } from '@parley/client/v2';
import type { v3 } from '@parley/contract/operations';
import type * as V3Contract from '@parley/contract/v3';
import type { FilterFields, SortFields } from '../src/generated/v3.js';
import type { PathOf } from '../src/operations/operation.js';
import type { SearchPath } from '../src/types/client.js';
import type { V3 } from '../src/v3.js';
import type { Equal, Expect } from './support/expect-types.js';

type Paths = V3Contract.paths;
type Table = (typeof v3.operations)[keyof typeof v3.operations];

export type EverythingFollowsFromTheContract = [
  Expect<Equal<PathOf<V3, 'get'>, Exclude<Extract<Table, { method: 'get' }>['path'], '/events/stream'>>>,
  Expect<Equal<PathOf<V3, 'post'>, Extract<Table, { method: 'post' }>['path']>>,
  Expect<Equal<PathOf<V3, 'put'>, Extract<Table, { method: 'put' }>['path']>>,
  Expect<Equal<PathOf<V3, 'delete'>, Extract<Table, { method: 'delete' }>['path']>>,
  Expect<Equal<Exclude<SearchPath<V3>, keyof FilterFields>, never>>,
  Expect<Equal<Exclude<keyof FilterFields, SearchPath<V3>>, never>>,
  Expect<Equal<Exclude<SearchPath<V3>, Extract<keyof Paths, `${string}/search`>>, never>>,
  Expect<Equal<Exclude<Extract<keyof Paths, `${string}/search`>, SearchPath<V3>>, never>>,
  Expect<Equal<keyof SortFields, keyof FilterFields>>,
];

const client: ParleyClient = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });
const params = { path: { chatId: 'id' } };

export async function returnsTheContentOfResponses() {
  const chat = await client.GET('/chats/{chatId}', { params });
  const chats = await client.POST('/chats/search', { body: { search: 'Ada' } });
  const nothing = await client.POST('/automations/{automationId}/trigger', {
    params: { path: { automationId: 'id' } },
    body: { contactId: 'id' },
  });
  const bytes = await client.GET('/files/{fileId}/download', { params: { path: { fileId: 'id' } } });
  const file = await client.POST('/files', { body: { file: new Blob(['x']), name: 'x.txt' } });
  const facts: [
    Expect<Equal<typeof chat, Chat>>,
    Expect<Equal<typeof chats, Chat[]>>,
    Expect<Equal<typeof nothing, undefined>>,
    Expect<Equal<typeof bytes, Blob>>,
    Expect<Equal<typeof file, ParleyFile>>,
  ] = [true, true, true, true, true];
  return facts;
}

export function refusesWhatTheContractDoesNotHave() {
  // @ts-expect-error There is no such path.
  client.GET('/chat/{chatId}', { params });
  // @ts-expect-error A chat is not created by PUT.
  client.PUT('/chats');
  // @ts-expect-error The path has a parameter.
  client.GET('/chats/{chatId}');
  // @ts-expect-error It is called chatId.
  client.GET('/chats/{chatId}', { params: { path: { id: 'id' } } });
  // @ts-expect-error A message needs a body.
  client.POST('/messages/send');
  // @ts-expect-error Only the three states exist.
  client.POST('/chats/{chatId}/status', { params, body: { status: 'archived' } });
  // @ts-expect-error A GET has no body.
  client.GET('/chats/{chatId}', { params, body: {} });
  // @ts-expect-error A search needs no key, since it changes nothing.
  client.POST('/chats/search', { idempotencyKey: 'key' });
  // @ts-expect-error Bytes are sent as a Blob.
  client.POST('/files', { body: { file: 'text' } });
  // @ts-expect-error Only an operation that returns pages can be iterated over.
  client.search('/messages/send', { body: { chatId: 'id', text: 'Hi' } });
  // @ts-expect-error v2 has no searches.
  createV2Client({ baseUrl: '', token: '' }).search;
}

export function takesOptionsOfACall(signal: AbortSignal | undefined) {
  client.POST('/chats/{chatId}/status', { params, idempotencyKey: 'mine', signal, timeoutMs: 1_000 });
  client.GET('/workspace');
  client.GET('/workspace', { maxRetries: 0, headers: { 'x-request-id': 'mine' } });
}

export async function iteratesOverItemsAndPages() {
  for await (const chat of client.search('/chats/search')) {
    const fact: Expect<Equal<typeof chat, Chat>> = true;
    return fact;
  }
  const path = { chatId: 'id' };
  for await (const message of client.search('/chats/{chatId}/messages/search', { params: { path } })) {
    message.status satisfies string;
  }
  for await (const { data, pagination } of client.search('/contacts/search').pages()) {
    data satisfies Contact[];
    pagination.total satisfies number;
  }
  return (await client.search('/contacts/search').toArray()) satisfies Contact[];
}

export async function returnsTheItemsOfEachOfSeveralPaths(path: '/chats/search' | '/contacts/search') {
  const items = (await client.search(path).toArray()) satisfies (Chat | Contact)[];
  // @ts-expect-error They can be chats.
  items satisfies Contact[];
  // @ts-expect-error They can be contacts.
  items satisfies Chat[];
  const data = await client.POST(path);
  // @ts-expect-error They can be chats.
  data satisfies Contact[];
}

export function takesFiltersOfTheSearch() {
  const mine: FilterFor<'/chats/search'> = and(eq('status', 'open'), not(isNull('assignedUserId')));
  const newest: SortFor<'/chats/search'> = desc('updatedAt');
  client.search('/chats/search', { body: { query: or(mine, eq('isUnread', true)), sortBy: newest } });
  client.search('/chats/search', { body: { query: 'eq(status,"open")', sortBy: 'updatedAt:desc' } });
  const since: Date | undefined = undefined;
  client.search('/contacts/search', {
    body: {
      query: and(
        eq('labelName', 'VIP'),
        startsWith('handle', '+49'),
        gte('attributes.age', 21),
        since && gte('createdAt', since),
        isIn('labelId', ['a', 'b']),
        eq('email', null),
      ),
      sortBy: sort(asc('lastName'), desc('createdAt')),
    },
  });
}

export function comparesIdsAndEnumerationsAsTexts(search: (query: FilterFor<'/chats/search'>) => void) {
  search(and(startsWith('channelId', '0193a1e0'), contains('status', 'open'), gte('status', 'closed')));
}

export function searchesMessagesByCursor() {
  return client.search('/chats/{chatId}/messages/search', {
    params,
    body: { query: and(eq('sender', 'inbound'), contains('text', 'order')), sortBy: asc('timestamp') },
  });
}

export function filtersByKnownValues(search: (query: FilterFor<'/chats/{chatId}/messages/search'>) => void) {
  search(and(eq('type', 'image'), isIn('status', ['sent', 'failed'])));
  // @ts-expect-error No type has this name.
  search(eq('type', 'imgae'));
  // @ts-expect-error A list that can grow is compared with its known values.
  search(isIn('status', ['sent', 'sended']));
}

export function refusesFiltersThatAreWrong(chats: FilterFor<'/chats/search'>) {
  const search = (query: FilterFor<'/chats/search'>) => query;
  // @ts-expect-error Nothing shows which search it is for.
  const lost = eq('status', 'open');
  // @ts-expect-error Chats have no such field.
  search(eq('name', 'Ada'));
  // @ts-expect-error The status is one of three.
  search(eq('status', 'archived'));
  // @ts-expect-error The status is one of three, inside other conditions too.
  search(and(or(eq('status', 'archived'))));
  // @ts-expect-error A flag is true or false.
  search(eq('isUnread', 'true'));
  // @ts-expect-error A flag has no order.
  search(gte('isUnread', true));
  // @ts-expect-error A status is compared with one of its values.
  search(gte('status', 'archived'));
  // @ts-expect-error Only texts contain texts.
  search(contains('unreadCount', '1'));
  // @ts-expect-error A text may not be a valid time.
  search(gte('updatedAt', 'yesterday'));
  // @ts-expect-error Null has no order.
  search(gte('openUntil', null));
  // @ts-expect-error A filter of chats is not a filter of contacts.
  client.search('/contacts/search', { body: { query: chats } });
  // @ts-expect-error A Date is not a filter, although it has toString and toJSON.
  client.search('/chats/search', { body: { query: new Date() } });
  // @ts-expect-error Labels of contacts can be filtered by and not sorted by.
  client.search('/contacts/search', { body: { sortBy: asc('labelName') } });
  // @ts-expect-error Attributes can be filtered by and not sorted by.
  client.search('/contacts/search', { body: { sortBy: asc('attributes.age') } });
  // @ts-expect-error The name of an attribute begins with `attributes.`
  client.search('/contacts/search', { body: { query: eq('attribute.age', 21) } });
  return lost;
}

export function expectsValuesThatAreAddedLater(message: Message, { type: event }: ApiWebhookEvent): string {
  const later: Message['type'] = 'added_later';
  const subscription: ApiWebhookEventInput = { type: 'message.received' };
  // @ts-expect-error A request accepts only the values that the service knows.
  const wrong: ApiWebhookEventInput = { type: 'added_later' };
  switch (message.type) {
    case 'text':
    case 'image':
      return `${later} ${event} ${subscription.type} ${wrong.type}`;
    default: {
      // @ts-expect-error There can be further values.
      const none: never = message.type;
      return none;
    }
  }
}

export function narrowsUnionsThatCanGrow(step: AutomationStep, event: Event): string {
  if (step.type === 'wait') return String(step.seconds);
  switch (event.event) {
    case 'chat.updated':
      return event.data.id;
    default:
      return event.event;
  }
}

export async function writesBackTheEventsOfAWebhook(webhookId: string) {
  const at = { params: { path: { webhookId } } };
  const { events } = await client.GET('/api_webhooks/{webhookId}', at);
  // @ts-expect-error A response can have types that these types do not know.
  client.PUT('/api_webhooks/{webhookId}', { ...at, body: { events } });
  // The service knows every type that it has returned.
  const known = events as ApiWebhookEventInput[];
  return client.PUT('/api_webhooks/{webhookId}', {
    ...at,
    body: { events: [...known, { type: 'chat.updated' }] },
  });
}
