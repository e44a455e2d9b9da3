import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ContractCopy, copyContract } from './copy-contract.js';

/** Redocly takes seconds for each version, and far longer on a busy machine. */
jest.setTimeout(180_000);

const schemas = 'spec/v3/components/schemas';

describe('npm run contract', () => {
  let copy: ContractCopy;
  beforeAll(async () => {
    copy = await copyContract();
  });
  afterAll(() => copy.remove());

  const check = () => copy.run('run.mjs');
  const readKept = async () =>
    JSON.parse(await readFile(join(copy.folder, 'spec/.turbo/lint-v3.json'), 'utf8'));

  it('accepts the contract, also twice at the same time', async () => {
    const [first, second] = await Promise.all([check(), check()]);
    for (const { exitCode, stdout, stderr } of [first, second]) {
      expect(stderr).toBe('');
      expect(stdout).toContain('This branch does not change the contract.');
      expect(exitCode).toBe(0);
    }
  });

  it('accepts another description, and runs only the rules that read texts', async () => {
    const before = await readKept();
    await copy.edit(`${schemas}/ApiWebhookUpdate.yaml`, 'description: ', 'description: The new values. ');
    const { exitCode, stdout, stderr } = await check();
    expect(stderr).toBe('');
    expect(stdout).toContain('### Wording');
    expect(exitCode).toBe(0);
    const after = await readKept();
    expect(after.structure).toBe(before.structure);
    expect(after.exact).not.toBe(before.exact);
  });

  it('accepts an addition that has a changeset, and lists it', async () => {
    await copy.edit(
      `${schemas}/ApiWebhookUpdate.yaml`,
      'properties:\n',
      'properties:\n  icon:\n    description: Name of an icon.\n    x-extension: true\n    type: string\n',
    );
    const refused = await check();
    expect(refused.stderr).toContain('no changeset of this branch names `@parley/contract`');
    expect(refused.exitCode).toBe(1);
    await mkdir(join(copy.folder, '.changeset'));
    await writeFile(
      join(copy.folder, '.changeset/icon.md'),
      '---\n"@parley/contract": minor\n---\n\nWebhooks have an icon.\n',
    );
    const { exitCode, stdout, stderr } = await check();
    expect(stderr).toBe('');
    expect(stdout).toContain('Property `icon` was added.');
    expect(exitCode).toBe(0);
  });

  it('refuses a break with the entry that would accept it, a broken rule and an operation without tests, in one run', async () => {
    const file = 'spec/v3/paths/chats@{chatId}.yaml';
    await copy.edit(file, 'operationId: getChat', 'operationId: getOneChat');
    await copy.edit(file, 'tags: [Chats]', 'tags: [Nowhere]');
    const { exitCode, stdout, stderr } = await check();
    expect(stderr).toContain('1 breaking change to the contract');
    expect(stderr).toContain('- version: v3\n  change: "operation-id-changed GET /chats/{chatId}"\n');
    expect(stderr).toContain('(operation-tag-defined)');
    expect(stderr).toContain('Add tests of getOneChat to apps/api/test/operations/v3.');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });
});
