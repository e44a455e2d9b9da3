import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ContractCopy, copyContract } from './copy-contract.js';

/** What is changed in the copy, and of which version. */
interface Edits {
  readonly version: 'v3' | 'v2';
  /** Adds the property `icon` to a schema. */
  readonly addition: ReadonlyArray<readonly [before: string, after: string]>;
  readonly operation: {
    readonly file: string;
    readonly id: string;
    readonly location: string;
    readonly tag: string;
  };
}

/** The tests of `npm run contract` with changes of one version. With `isKnown`, the other one was checked before. */
export function describeCheck(
  { version, addition, operation }: Edits,
  { isKnown }: { isKnown: boolean },
): void {
  /** Redocly takes seconds for each version, and far longer on a busy machine. */
  jest.setTimeout(180_000);

  const schema = `spec/${version}/components/schemas/ApiWebhookUpdate.yaml`;

  describe(`npm run contract, after changes of ${version}`, () => {
    let copy: ContractCopy;
    beforeAll(async () => {
      copy = await copyContract();
      if (isKnown) await copy.keep(version === 'v3' ? 'v2' : 'v3');
    });

    const check = () => copy.run('run.mjs');
    const readKept = async () =>
      JSON.parse(await readFile(join(copy.folder, `spec/.turbo/lint-${version}.json`), 'utf8'));

    it(`accepts the contract${isKnown ? '' : ', also twice at the same time'}`, async () => {
      const results = await Promise.all(isKnown ? [check()] : [check(), check()]);
      for (const { exitCode, stdout, stderr } of results) {
        expect(stderr).toBe('');
        expect(stdout).toContain('This branch does not change the contract.');
        expect(exitCode).toBe(0);
      }
    });

    it('accepts another description, checks only texts, and keeps the migration', async () => {
      const before = await readKept();
      const migration = join(copy.folder, 'spec/dist/migration.json');
      const { mtimeMs } = await stat(migration);
      await copy.edit(schema, 'description: ', 'description: The new values. ');
      const { exitCode, stdout, stderr } = await check();
      expect(stderr).toBe('');
      expect(stdout).toContain('### Wording');
      expect(exitCode).toBe(0);
      const after = await readKept();
      expect(after.structure).toBe(before.structure);
      expect(after.exact).not.toBe(before.exact);
      expect((await stat(migration)).mtimeMs).toBe(mtimeMs);
    });

    it('writes a migration that was deleted', async () => {
      const migration = join(copy.folder, 'spec/dist/migration.json');
      const text = await readFile(migration, 'utf8');
      await rm(migration);
      expect((await check()).exitCode).toBe(0);
      expect(await readFile(migration, 'utf8')).toBe(text);
    });

    it('accepts an addition that has a changeset, and lists it', async () => {
      for (const [before, after] of addition) await copy.edit(schema, before, after);
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
      const { file, id, location, tag } = operation;
      await copy.edit(file, `operationId: ${id}`, 'operationId: doSomethingElse');
      await copy.edit(file, `tags: [${tag}]`, 'tags: [Nowhere]');
      const { exitCode, stdout, stderr } = await check();
      expect(stderr).toContain('1 breaking change to the contract');
      expect(stderr).toContain(`- version: ${version}\n  change: "operation-id-changed ${location}"\n`);
      expect(stderr).toContain('(operation-tag-defined)');
      expect(stderr).toContain(`Add tests of doSomethingElse to apps/api/test/operations/${version}.`);
      expect(stdout).toBe('');
      expect(exitCode).toBe(1);
    });
  });
}
