import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { v2, v3 } from '@parley/contract/operations';
import { buildOpenLists } from '../generator/build-open-lists.js';
import { buildPolicy, listForeignIds, renderVersion } from '../generator/render-version.js';
import { openLists } from '../src/generated/open-lists.js';
import { policy as v2Policy } from '../src/generated/v2.js';
import { foreignIds, policy as v3Policy } from '../src/generated/v3.js';

describe('the generated policy', () => {
  it('matches the contract', () => {
    expect(v3Policy).toEqual(buildPolicy(v3, v3Document));
    expect(v2Policy).toEqual(buildPolicy(v2, v2Document));
    expect(foreignIds).toEqual(listForeignIds(v3));
    expect(openLists).toEqual(buildOpenLists(v3, v3Document));
  });

  it('distinguishes reads from writes among the POSTs', () => {
    expect(v3Policy.readingEnds).toEqual(['/search', '/preview']);
    expect(v3Policy.cursorPosts).toEqual([
      '/chats/{chatId}/notes/search',
      '/chats/{chatId}/messages/search',
      '/messages/search',
      '/events/search',
    ]);
    expect(v3Policy.binaryResponses).toEqual(['GET /files/{fileId}/download']);
  });

  it('contains the fields of each search, and those that sort', () => {
    const text = renderVersion(v3, v3Document);
    expect(text).toContain('"attributes.*": "attribute";');
    expect(text).toMatch(/"\/labels\/search": "id" \| "createdAt" \|/);
  });

  it('refuses a contract in which a write is named like a read', () => {
    const { searchChats, sendMessage } = v3.operations;
    const table = { ...v3, operations: { searchChats, send: { ...sendMessage, path: '/messages/search' } } };
    expect(() => buildPolicy(table, v3Document)).toThrow(
      'sendMessage writes, although its path ends like that of a read.',
    );
  });

  it('refuses a contract in which one name is used for ids and for texts', () => {
    const { searchChats, searchLabels } = v3.operations;
    const labels = { ...searchLabels, filterFields: { id: 'text' } } as const;
    expect(() => listForeignIds({ ...v3, operations: { searchChats, labels } })).toThrow(
      'The field id is of kind id, which its name does not show.',
    );
  });

  it('refuses a contract with a POST that could not be retried', () => {
    const { sendMessage } = v3.operations;
    const table = { ...v3, operations: { sendMessage: { ...sendMessage, idempotent: false } } };
    expect(() => buildPolicy(table, v3Document)).toThrow(
      'sendMessage writes without an Idempotency-Key, so no client could retry it.',
    );
  });
});
