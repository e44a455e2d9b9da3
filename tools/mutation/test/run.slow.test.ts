import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createJudge } from '../judge.js';
import { listMutants } from '../list-mutants.js';
import { runJest } from '../run-jest.js';
import { runTests } from '../run-tests.js';

jest.setTimeout(120_000);

const root = process.cwd();
/** Its test looks at the description only. */
const file = 'packages/presenters/src/v2/present-attribute.ts';
const test = 'packages/presenters/test/presenters.test.ts';
const original = { file, text: readFileSync(join(root, file), 'utf8') };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mutation-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a mutant', () => {
  const signal = new AbortController().signal;
  const judge = createJudge((tests, replaced) =>
    runTests(tests, replaced, { root, folder, signal, limitMs: 100_000 }),
  );
  const mutantOf = (from: string, to: string) => {
    const [mutant] = listMutants(file, original.text).filter((one) => one.from === from && one.to === to);
    if (!mutant) throw new Error(`${file} has no such mutant.`);
    return mutant;
  };

  it('is killed by the test that notices it, and survives if none does; the source stays as it is', async () => {
    const shown = await judge(mutantOf('attribute.description', 'undefined'), original, [test]);
    expect(shown).toMatchObject({ verdict: 'killed', detail: expect.stringContaining(`${test}: `) });
    const flag = mutantOf('attribute.isVisibleQuickEdit', 'null');
    expect(await judge(flag, original, [test])).toMatchObject({ verdict: 'survived' });
    expect(readFileSync(join(root, file), 'utf8')).toBe(original.text);
  });

  it('is killed if its file cannot be loaded with it', async () => {
    const broken = { ...mutantOf('attribute.id', 'undefined'), start: 0, end: 0, after: 'unknownName()' };
    const semicolon = { ...original, text: `;${original.text}` };
    expect(await judge(broken, semicolon, [test])).toMatchObject({ verdict: 'killed' });
  });
});

describe('the command', () => {
  const start = (...args: string[]) =>
    spawn(
      process.execPath,
      [
        '--conditions=@parley/source',
        '--import',
        './tools/typescript/register.js',
        'tools/mutation/run.ts',
        file,
        ...args,
      ],
      { cwd: root, env: { ...process.env, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
    );

  it('prints a survivor and the summary, and ends with 1', async () => {
    const child = start('--kinds', 'negate-flag', '--sample', '1', '--within', test);
    const [printed, [code]] = await Promise.all([readText(child.stdout), once(child, 'exit')]);
    expect(printed).toContain(`survived: ${file}:`);
    expect(printed).toContain('1 of 1 mutants survived (100.0 %)');
    expect(code).toBe(1);
  });

  it('ends with 130 when it is stopped, and leaves no files', async () => {
    const child = start('--within', test);
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(readdirSync(folder).filter((name) => name.startsWith('parley-mutation-'))).toEqual([]);
  });

  it('kills its Jest when it is stopped', async () => {
    const stopping = new AbortController();
    const ended = runJest(['--runTestsByPath', test], { env: {}, signal: stopping.signal });
    stopping.abort();
    expect(await ended).toMatchObject({ code: null });
  });
});
