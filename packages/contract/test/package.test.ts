import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';

describe('the package from its sources', () => {
  it('exports the documents, which are frozen', () => {
    expect(v3Document.paths['/chats/{chatId}']?.get?.operationId).toBe('getChat');
    expect(v2Document.info['x-sunset-at']).toBe('2026-11-01T23:59:59Z');
    expect(Object.isFrozen(v3Document.paths['/chats/{chatId}']?.get?.security?.[0])).toBe(true);
  });
});

describe('the package as published', () => {
  it('contains the licence of the repository', () => {
    const [own, root] = ['../LICENSE', '../../../LICENSE'].map((path) =>
      readFileSync(new URL(path, import.meta.url), 'utf8'),
    );
    expect(own).toBe(root);
  });
});
