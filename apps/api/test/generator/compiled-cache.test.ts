import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { v3Document } from '@parley/contract/documents';
import { v3 } from '@parley/contract/operations';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { compileRequests } from '../../generator/compile-requests.js';
import { hashFiles, openCompiledCache } from '../../generator/compiled-cache.js';
import { compilerFiles } from '../../generator/compiler-files.js';

const source = (operationId: string) => ({ operationId, parameters: [], checkParameters: '', checkBody: '' });

let folder: string;
beforeEach(async () => {
  folder = makeTestFolder('compiled');
});

describe('checks that were compiled before', () => {
  const fileOf = () => join(folder, '.turbo/compiled.json');

  it('are used again for the same input and the same compiler, and for nothing else', async () => {
    const compiled: string[] = [];
    const run = async (code: string, ...inputs: string[]) => {
      const { remember, save } = await openCompiledCache(fileOf(), code);
      const found = inputs.map((input) =>
        remember({ input }, () => {
          compiled.push(`${code} ${input}`);
          return source(input);
        }),
      );
      await save();
      return found.map(({ operationId }) => operationId);
    };
    expect(await run('1', 'a', 'b')).toEqual(['a', 'b']);
    expect(await run('1', 'a', 'c')).toEqual(['a', 'c']);
    expect(await run('2', 'a')).toEqual(['a']);
    expect(compiled).toEqual(['1 a', '1 b', '1 c', '2 a']);
  });

  it('are compiled again after a run that left half a file', async () => {
    await mkdir(join(folder, '.turbo'));
    await writeFile(fileOf(), '{"a":');
    const { remember } = await openCompiledCache(fileOf(), '1');
    expect(remember('a', () => source('a'))).toEqual(source('a'));
  });

  it('are those of a new compilation, for every operation', async () => {
    const operations = Object.values(v3.operations).slice(0, 5);
    const contract = { document: v3Document, operations, allowsUnknownQuery: false };
    const fresh = await compileRequests(contract, 'all errors');
    const { remember, save } = await openCompiledCache(fileOf(), '1');
    await compileRequests(contract, 'all errors', remember);
    await save();
    const again = await openCompiledCache(fileOf(), '1');
    const refuse: typeof remember = (input) =>
      again.remember(input, () => {
        throw new Error('It was compiled again.');
      });
    expect(await compileRequests(contract, 'all errors', refuse)).toEqual(fresh);
  });
});

describe('the hash of the compiler', () => {
  it('changes with every file, and not with generated ones', async () => {
    await cp(join(process.cwd(), 'apps/api/generator'), join(folder, 'generator'), { recursive: true });
    const hash = () => hashFiles(folder, ['generator']);
    const before = await hash();
    await mkdir(join(folder, 'generator/generated'));
    await writeFile(join(folder, 'generator/generated/a.ts'), 'a');
    expect(await hash()).toBe(before);
    await writeFile(join(folder, 'generator/new.ts'), '');
    expect(await hash()).not.toBe(before);
  });

  it('covers the inputs of the task, apart from the contract, which is the input of each operation', async () => {
    const { tasks } = JSON.parse(await readFile(join(process.cwd(), 'apps/api/turbo.json'), 'utf8'));
    const inputs: string[] = tasks.generate.inputs;
    const paths = inputs
      .map((input) => (input.startsWith('$TURBO_ROOT$/') ? input.slice(13) : `apps/api/${input}`))
      .map((input) => input.replace(/\/\*\*$/, ''));
    const own = paths.filter(
      (path) => !/^(?:apps\/api\/(?:generate\.ts|package\.json)|packages\/contract\/)/.test(path),
    );
    expect(compilerFiles.filter((path) => path !== 'package-lock.json')).toEqual(own);
  });
});
