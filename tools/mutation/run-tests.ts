import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { runJest } from './run-jest.js';

/** A source, and the text with which the tests run. */
export interface Replaced {
  readonly file: string;
  readonly text: string;
}

export type Outcome =
  | { readonly status: 'passed' | 'timed out' }
  /** The file is unknown if the process of the tests crashed. */
  | { readonly status: 'failed'; readonly file: string | undefined; readonly message: string };

interface RunOptions {
  readonly root: string;
  /** A temporary folder. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

/** Runs test files until the first failure. The files of the repository are not changed. */
export async function runTests(
  tests: readonly string[],
  { file, text }: Replaced,
  { root, folder, signal, limitMs }: RunOptions,
): Promise<Outcome> {
  const [path, report] = [join(folder, 'mutant.js'), join(folder, 'report.json')];
  const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'node20', sourcefile: file });
  await writeFile(path, code);
  await rm(report, { force: true });
  const { NODE_OPTIONS = '' } = process.env;
  const limit = AbortSignal.timeout(limitMs);
  const ended = await runJest(['--config', config, '--runTestsByPath', ...tests], {
    signal: AbortSignal.any([signal, limit]),
    env: {
      NODE_OPTIONS: `${NODE_OPTIONS} --import ${hook}`,
      PARLEY_MUTANT: JSON.stringify({ url: pathToFileURL(join(root, file)).href, path, report }),
      PARLEY_CALLS: '',
    },
  });
  signal.throwIfAborted();
  if (limit.aborted) return { status: 'timed out' };
  if (ended.code === 0) return { status: 'passed' };
  if (!existsSync(report)) return { status: 'failed', file: undefined, message: ended.errors };
  const [failed]: { file: string; message: string }[] = JSON.parse(await readFile(report, 'utf8'));
  return {
    status: 'failed',
    file: failed && relative(root, failed.file),
    message: failed?.message ?? ended.errors,
  };
}

const config = 'tools/mutation/jest/jest.config.js';
const hook = new URL('jest/register.js', import.meta.url).href;
