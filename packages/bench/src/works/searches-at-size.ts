import {
  type CursorSearchRequest,
  chats,
  contacts,
  deliveriesOf,
  messagesOf,
  type Searchable,
  type SearchRequest,
} from '@parley/core';
import type { Seed } from '../stage/seed.js';
import type { SeededLog } from '../stage/seed-deliveries.js';
import { rareWord } from '../stage/store-words.js';

export interface Searched {
  readonly name: string;
  readonly searchable: Searchable<unknown>;
  readonly requests: readonly SearchRequest[];
}

/** The searches that are measured with many rows. */
export function listSearches({
  chatIds,
  contactIds,
  labelIds,
  channelId,
  webhookId,
  eventId,
}: Seed & SeededLog): Searched[] {
  const lastChat = chatIds.at(-1) ?? '';
  const lastContact = contactIds.at(-1) ?? '';
  return [
    {
      name: 'contacts',
      searchable: contacts,
      requests: [
        {},
        { pagination: { page: 1_000 } },
        { search: 'be' },
        { search: 'zz' },
        { search: 'berg 1999' },
        { sortBy: 'lastName' },
        { sortBy: 'email:desc' },
        ...filters(
          `eq(id,"${lastContact}")`,
          'eq(phoneNumber,"+4915000001999")',
          'eq(handle,"ada1999@example.com")',
          'startsWith(lastName,"Berg 19")',
          'contains(email,"19")',
          'contains(email,"1999")',
          'not(contains(email,"1999"))',
          'not(contains(email,"ada"))',
          'or(contains(firstName,"zz"),contains(lastName,"1999"))',
          'or(contains(firstName,"zz"),contains(lastName,"zz"))',
          'or(contains(firstName,"ada"),contains(lastName,"zz"))',
          'eq(labelName,"Label 1")',
          'not(eq(labelName,"Label 1"))',
          'not(eq(labelName,"Label 50"))',
          `eq(labelId,"${labelIds[0]}")`,
          `not(eq(labelId,"${labelIds[0]}"))`,
          'eq(isSubscribed,true)',
          'gte(lastMessageAt,2026-01-01)',
          'not(gte(lastMessageAt,2026-01-01))',
          'isNull(firstName)',
          'not(isNull(firstName))',
          'eq(attributes.city,"Berlin")',
          'not(eq(attributes.city,"Berlin"))',
          'contains(attributes.city,"lin")',
          'not(contains(attributes.city,"lin"))',
          'isNull(attributes.city)',
          `or(not(eq(labelId,"${labelIds[0]}")),isNull(attributes.city))`,
          'not(contains(handle,"ada"))',
        ),
      ],
    },
    {
      name: 'chats',
      searchable: chats,
      requests: [
        {},
        { search: 'be' },
        { search: 'zz' },
        { search: 'berg 1999' },
        { sortBy: 'updatedAt' },
        { sortBy: 'status,openUntil:desc' },
        ...filters(
          'eq(status,"open")',
          'eq(status,"closed")',
          'ne(status,"open")',
          'eq(isUnread,true)',
          'isNull(openUntil)',
          `eq(channelId,"${channelId}")`,
          `eq(contactId,"${lastContact}")`,
          'isNull(assignedUserId)',
          'contains(assignedUserId,"an")',
          `contains(id,"${lastChat.slice(-6)}")`,
          'and(eq(status,"open"),not(eq(isUnread,true)))',
        ),
      ],
    },
    {
      name: 'messages of a chat',
      searchable: messagesOf(chatIds[0] ?? ''),
      requests: [
        {},
        { search: 'pa' },
        { search: 'parcel' },
        { sortBy: 'timestamp' },
        ...filters('eq(status,"read")', 'not(contains(text,"parcel"))', 'eq(sender,"inbound")'),
      ],
    },
    {
      name: 'deliveries of a webhook',
      searchable: deliveriesOf(webhookId),
      requests: [
        {},
        { pagination: { page: 1_000 } },
        { sortBy: 'createdAt' },
        { sortBy: 'status' },
        ...filters(
          'eq(status,"succeeded")',
          'eq(status,"failed")',
          'not(eq(status,"succeeded"))',
          'in(status,pending,failed)',
          'eq(event,"message.received")',
          'ne(event,"message.received")',
          `eq(eventId,"${eventId}")`,
          'gte(createdAt,"2020-01-01T00:00:00.000Z")',
          'and(eq(status,"failed"),eq(event,"chat.updated"))',
        ),
      ],
    },
  ];
}

/** The searches over the messages of all chats. */
export function listMessageSearches({ chatIds, contactIds }: Seed): CursorSearchRequest[] {
  return [
    {},
    { sortBy: 'timestamp' },
    ...filters(
      `eq(chatId,"${chatIds[0]}")`,
      `eq(contactId,"${contactIds[0]}")`,
      'eq(status,"delivered")',
      'and(eq(status,"delivered"),lte(timestamp,"2100-01-01T00:00:00.000Z"))',
      'lte(timestamp,"2020-01-01T00:00:00.000Z")',
    ),
    { search: 'parcel' },
    { search: rareWord },
    { search: 'nowhere' },
    { search: `parcel ${rareWord}` },
    { search: 'parcel', query: `eq(chatId,"${chatIds[0]}")` },
    { search: 'nowhere', query: `eq(contactId,"${contactIds[0]}")` },
  ];
}

function filters(...queries: readonly string[]): Array<{ query: string }> {
  return queries.map((query) => ({ query }));
}
