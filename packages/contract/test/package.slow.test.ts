import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { v3 } from '@parley/contract/operations';
import { tools } from '@parley/contract/tools';

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
