import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { v2, v3 } from '@parley/contract/operations';
import { buildPolicy, renderVersion } from '../generator/render-version.js';
import { policy as v2Policy } from '../src/generated/v2.js';
import { policy as v3Policy } from '../src/generated/v3.js';

describe('what the client knows of operations', () => {
  it('is what the contract says now', () => {
    expect(v3Policy).toEqual(buildPolicy(v3, v3Document));
    expect(v2Policy).toEqual(buildPolicy(v2, v2Document));
  });

  it('tells reads from writes among the POSTs', () => {
    expect(v3Policy.readingPosts).toContain('/automations/search');
    expect(v3Policy.readingPosts).not.toContain('/automations/{automationId}/trigger');
    expect(v3Policy.cursorPosts).toEqual(['/chats/{chatId}/messages/search']);
    expect(v3Policy.binaryAnswers).toEqual(['GET /files/{fileId}/download']);
  });

  it('holds the fields of each search, and which of them sort', () => {
    const text = renderVersion(v3, v3Document);
    expect(text).toContain('"attributes.*": "attribute";');
    expect(text).toMatch(/"\/labels\/search": "id" \| "createdAt" \|/);
  });

  it('refuses a contract with a POST that could not be repeated', () => {
    const { sendMessage } = v3.operations;
    const table = { ...v3, operations: { sendMessage: { ...sendMessage, idempotent: false } } };
    expect(() => buildPolicy(table, v3Document)).toThrow(
      'sendMessage writes without heeding Idempotency-Key, so that no client could repeat it.',
    );
  });
});
