import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { v3 } from '@parley/contract/operations';
import { tools } from '@parley/contract/tools';

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

describe('the package as built, in a plain Node', () => {
  it('exports the same table and documents', () => {
    const script = `
      import { v3Document } from '@parley/contract/documents';
      import { v3 } from '@parley/contract/operations';
      import { tools } from '@parley/contract/tools';
      import '@parley/contract/v3';
      import '@parley/contract/v2';
      console.log(JSON.stringify({ operations: v3.operations, openapi: v3Document.openapi, tools }));`;
    const folder = new URL('..', import.meta.url);
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
    expect(JSON.parse(output.toString())).toEqual({ operations: v3.operations, openapi: '3.1.0', tools });
  });
});
