import {
  chats,
  contacts,
  deliveriesOf,
  messagesOf,
  type Searchable,
  type SearchRequest,
  search,
} from '@parley/core';
import { median } from '../measure/median.js';
import { contextOf } from '../stage/context-of.js';
import type { Seed } from '../stage/seed.js';
import type { SeededLog } from '../stage/seed-deliveries.js';
import type { Stage } from '../stage/start-stage.js';

export interface SearchAtSize {
  readonly name: string;
  readonly request: SearchRequest;
  /** The median time of a page without its total. */
  readonly pageMs: number;
  /** The median time of the page with an exact total. */
  readonly exactMs: number;
}

interface Searched {
  readonly name: string;
  readonly searchable: Searchable<unknown>;
  readonly requests: readonly SearchRequest[];
}

/** Measures each search by itself, as the API runs it, but without HTTP. */
export async function measureSize(
  stage: Stage,
  seed: Seed & SeededLog,
  { rounds }: { readonly rounds: number },
): Promise<SearchAtSize[]> {
  const context = contextOf(stage, seed.tenantId);
  const time = async (searchable: Searchable<unknown>, request: SearchRequest, countUpTo?: number) => {
    const times: number[] = [];
    const pagination = { ...request.pagination, ...(countUpTo !== undefined && { countUpTo }) };
    for (let round = 0; round <= rounds; round += 1) {
      const startedAt = performance.now();
      await search(context, searchable, { ...request, pagination });
      // The first search parses the statement and loads pages into memory.
      if (round > 0) times.push(performance.now() - startedAt);
    }
    return median(times);
  };
  const results: SearchAtSize[] = [];
  for (const { name, searchable, requests } of listSearches(seed)) {
    for (const request of requests) {
      const pageMs = await time(searchable, request, 1);
      results.push({ name, request, pageMs, exactMs: await time(searchable, request) });
    }
  }
  return results;
}

function listSearches({ chatIds, contactIds, labelIds, channelId, webhookId, eventId }: Seed & SeededLog) {
  const lastChat = chatIds.at(-1) ?? '';
  const lastContact = contactIds.at(-1) ?? '';
  const searched: Searched[] = [
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
          'eq(isSubscribed,true)',
          'isNull(firstName)',
          'not(isNull(firstName))',
          'eq(attributes.city,"Berlin")',
          'not(eq(attributes.city,"Berlin"))',
          'contains(attributes.city,"lin")',
        ),
      ],
    },
    {
      name: 'chats',
      searchable: chats,
      requests: [
        {},
        { search: 'be' },
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
          `contains(id,"${lastChat.slice(0, 6)}")`,
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
  return searched;
}

function filters(...queries: readonly string[]): SearchRequest[] {
  return queries.map((query) => ({ query }));
}
