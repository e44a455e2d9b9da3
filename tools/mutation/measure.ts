import { join } from 'node:path';
import { type Coverage, digestOf, type FileCoverage, readCoverage, writeFileCoverage } from './coverage.js';
import { createTestHash } from './hash-test.js';
import { addRecording } from './instrument.js';
import { type Source, writeSources } from './sources.js';
import { startWorker } from './start-worker.js';

export interface MeasureOptions {
  readonly root: string;
  /** The folder for everything that a run keeps. */
  readonly folder: string;
  readonly sources: readonly Source[];
  readonly testFiles: readonly string[];
  /** Runs only test files that are new or changed, and trusts the others although a source that they call changed. */
  readonly measured: boolean;
  readonly isOver: () => boolean;
  readonly print: (line: string) => void;
}

/** The tests of all operations of a version are one file, so that they take minutes on a busy machine. */
const longestFileMs = 600_000;

/**
 * Runs each test file and records which functions every test calls. A file is run again only if it changed, or if a source that it
 * calls did. So a run that was ended can be continued, and a new test is known.
 */
export async function measure(options: MeasureOptions): Promise<Coverage> {
  const { root, folder, testFiles, isOver, print } = options;
  const target = join(folder, 'coverage');
  const hashes = new Map(options.sources.map(({ file, hash }) => [file, hash]));
  const hashTest = createTestHash(root);
  const digest = (coverage: Pick<FileCoverage, 'file' | 'tests' | 'outside'>) =>
    digestOf(coverage, { test: hashTest(coverage.file), sources: hashes });
  const read = async () => {
    const { files } = await readCoverage(target);
    return { files: files.filter(({ file }) => testFiles.includes(file)) };
  };
  const known = await read();
  const isCurrent = (one: FileCoverage) =>
    options.measured ? one.test === hashTest(one.file) : one.digest === digest(one);
  const current = new Set(known.files.filter(isCurrent).map(({ file }) => file));
  const missing = testFiles.filter((file) => !current.has(file));
  if (missing.length === 0) return known;
  const changed = new Map(options.sources.map(({ file, text }) => [file, addRecording(file, text)]));
  const list = await writeSources(root, join(folder, 'recording'), changed);
  let worker = await startWorker(list);
  for (const [index, file] of missing.entries()) {
    if (isOver()) break;
    const task = { active: undefined, selection: { file, names: undefined } };
    const outcome = await worker.run(task, longestFileMs);
    const isUsable = typeof outcome === 'object' && outcome.failure === undefined;
    print(
      `measured ${index + 1} of ${missing.length}: ${file}, ${isUsable ? `${outcome.tests.length} tests` : `left out: ${typeof outcome === 'string' ? outcome : outcome.failure}`}`,
    );
    if (isUsable) {
      const { tests, outside, milliseconds } = outcome;
      const coverage = { file, tests, outside, milliseconds };
      await writeFileCoverage(target, { ...coverage, test: hashTest(file), digest: digest(coverage) });
      continue;
    }
    await worker.stop();
    worker = await startWorker(list);
  }
  await worker.stop();
  return read();
}
