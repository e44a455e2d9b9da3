import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { copyContract } from './copy-contract.js';

/** Redocly and both compilers take seconds, and far longer on a busy machine. */
jest.setTimeout(180_000);

describe('npm run types', () => {
  const copy = useResource(() => copyContract());

  it('shows where the presenters, then the service, use a property that was renamed, and checks nothing after them', async () => {
    const write = (name: string, text: string) => writeFile(join(copy.folder, name), text);
    const project = (file: string) => `{ "extends": "./tsconfig.base.json", "files": ["${file}"] }`;
    const use = `import type { Chat } from './packages/contract/src/generated/v3.js';
export const isOpen = ({ openUntil }: Chat): boolean => openUntil !== null;
`;
    await write('tsconfig.presenters.json', project('presenters.mts'));
    await write('tsconfig.service.json', project('service.mts'));
    await write('tsconfig.json', project('missing.ts'));
    await write('presenters.mts', use);
    await write('service.mts', use);
    const schema = 'spec/v3/components/schemas/Chat.yaml';
    await copy.edit(schema, '- openUntil', '- openTill');
    await copy.edit(schema, 'openUntil:', 'openTill:');
    const errorIn = (file: string) =>
      `${file}(2,26): error TS2339: Property 'openUntil' does not exist on type 'Chat'.`;

    const checkErrorIn = async (file: string, next: string) => {
      const { exitCode, stdout, stderr } = await copy.run('types.mjs');
      expect(stdout).toContain(errorIn(file));
      expect(stdout).not.toContain(next);
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    };

    await checkErrorIn('presenters.mts', 'service.mts');

    await write('presenters.mts', use.replaceAll('openUntil', 'openTill'));
    await checkErrorIn('service.mts', 'missing.ts');
  });

  it('says why a contract cannot be bundled, and keeps the types', async () => {
    await copy.edit('spec/v3/components/schemas/Chat.yaml', 'type: object', 'type: [object');
    const { exitCode, stdout, stderr } = await copy.run('types.mjs');
    expect(stderr).toContain('v3 could not be bundled.');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });
});
