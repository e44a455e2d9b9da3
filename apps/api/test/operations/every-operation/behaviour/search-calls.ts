import { expect } from '@jest/globals';
import { type Operation, v3 } from '@parley/contract/operations';
import { validRequest } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';
import type { Entry } from './filter-functions.js';

/** The searches of v3, as the document declares them. */
export const searches = Object.values<Operation>(v3.operations).flatMap(
  ({ operationId, path, filterFields, sortFields }) =>
    filterFields === null ? [] : [{ operationId, path, filterFields, sortFields: sortFields ?? [] }],
);

/** The fields by which they filter, except attributes, which a tenant declares. */
export const fields = searches.flatMap(({ operationId, path, filterFields }) =>
  Object.entries(filterFields).flatMap(([field, kind]) =>
    kind === 'attribute' ? [] : [{ operationId, path, field, kind, name: `${operationId} ${field}` }],
  ),
);

/** Pages by cursor have neither a number nor a total. */
export function hasCursor(operationId: string): boolean {
  return cursorSearches.includes(operationId) || isFeed(operationId);
}

const cursorSearches = ['searchChatMessages', 'searchChatNotes', 'searchMessages'];

/** The feed has one order, and no text to search in. */
export function isFeed(operationId: string): boolean {
  return operationId === 'searchEvents';
}

export function invalidQuery(message: string): object {
  return { error: { invalidParams: { query: { key: 'invalid_string', message } } } };
}

export type SearchCalls = ReturnType<typeof searchCalls>;

export function searchCalls(stage: Stage) {
  function search(operationId: string, body: object) {
    const { params = {} } = validRequest(stage.own, 'v3', operationId);
    return stage.call({ version: 'v3', operationId }, { params, body });
  }

  async function find(operationId: string, body: object = {}): Promise<Entry[]> {
    const page = hasCursor(operationId) ? { limit: 100 } : { pagination: { limit: 100 } };
    const response = await search(operationId, { ...page, ...body });
    expect(response.status).toBe(200);
    // The wire check has compared the response with the document.
    const { data, pagination } = response.body as { data: Entry[]; pagination: { total?: number } };
    if (!hasCursor(operationId)) expect(pagination.total).toBe(data.length);
    return operationId === 'searchContacts' ? withLatestMessages(data) : data;
  }

  /** A contact is found by the latest messages of its chats, which only the chats show. */
  async function withLatestMessages(contacts: readonly Entry[]): Promise<Entry[]> {
    const chats = await findAll('searchChats');
    return contacts.map((contact) => {
      const own = chats.filter(({ contactId }) => contactId === contact.id);
      return { ...contact, latestMessages: own.flatMap(({ latestMessage }) => latestMessage ?? []) };
    });
  }

  const known = new Map<string, Promise<Entry[]>>();

  /** Returns all records; these tests change none. */
  function findAll(operationId: string): Promise<Entry[]> {
    const all = known.get(operationId) ?? find(operationId);
    known.set(operationId, all);
    return all;
  }

  return { search, find, findAll };
}
