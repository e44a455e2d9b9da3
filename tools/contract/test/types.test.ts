import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ContractCopy, copyContract } from './copy-contract.js';

/** Redocly and both compilers take seconds, and far longer on a busy machine. */
jest.setTimeout(180_000);

describe('npm run types', () => {
  let copy: ContractCopy;
  beforeAll(async () => {
    copy = await copyContract();
  });
  afterAll(() => copy.remove());

  it('shows where the service uses a property that was renamed, and checks nothing else', async () => {
    const write = (name: string, text: string) => writeFile(join(copy.folder, name), text);
    await write('tsconfig.service.json', '{ "extends": "./tsconfig.base.json", "files": ["service.mts"] }');
    await write('tsconfig.json', '{ "extends": "./tsconfig.base.json", "files": ["missing.ts"] }');
    await write(
      'service.mts',
      `import type { Chat } from './packages/contract/src/generated/v3.js';
export const isOpen = ({ openUntil }: Chat): boolean => openUntil !== null;
`,
    );
    const schema = 'spec/v3/components/schemas/Chat.yaml';
    await copy.edit(schema, '- openUntil', '- openTill');
    await copy.edit(schema, 'openUntil:', 'openTill:');
    const { exitCode, stdout, stderr } = await copy.run('types.mjs');
    expect(stdout).toContain(
      "service.mts(2,26): error TS2339: Property 'openUntil' does not exist on type 'Chat'.",
    );
    expect(stdout).not.toContain('missing.ts');
    expect(stderr).toBe('');
    expect(exitCode).toBe(1);
  });

  it('says why a contract cannot be bundled, and keeps the types', async () => {
    await copy.edit('spec/v3/components/schemas/Chat.yaml', 'type: object', 'type: [object');
    const { exitCode, stdout, stderr } = await copy.run('types.mjs');
    expect(stderr).toContain('v3 could not be bundled.');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });
});
