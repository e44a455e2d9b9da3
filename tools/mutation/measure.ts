import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Coverage, readCoverage, writeFileCoverage, writeMeasuredSources } from './coverage.js';
import { addRecording } from './instrument.js';
import { type Source, writeSources } from './sources.js';
import { startWorker } from './start-worker.js';

export interface MeasureOptions {
  readonly root: string;
  /** The folder for everything that a run keeps. */
  readonly folder: string;
  readonly sources: readonly Source[];
  readonly testFiles: readonly string[];
  readonly isOver: () => boolean;
  readonly print: (line: string) => void;
}

/** A test file that takes longer is left out: it would not fit into the time for a mutant. */
const longestFileMs = 120_000;

/**
 * Runs each test file once and records which functions every test calls. A file that was measured before is not run again
 * unless the coverage is removed, so a run that was ended can be continued.
 */
export async function measure(options: MeasureOptions): Promise<Coverage> {
  const { root, folder, sources, testFiles, isOver, print } = options;
  const target = join(folder, 'coverage');
  const known = await readCoverage(target);
  const done = new Set(known.files.map(({ file }) => file));
  const missing = testFiles.filter((file) => !done.has(file));
  if (missing.length === 0) return known;
  if (done.size === 0) {
    await rm(target, { recursive: true, force: true });
    await writeMeasuredSources(target, Object.fromEntries(sources.map(({ file, hash }) => [file, hash])));
  }
  const changed = new Map(sources.map(({ file, text }) => [file, addRecording(file, text)]));
  const list = await writeSources(root, join(folder, 'recording'), changed);
  let worker = await startWorker(list);
  for (const [index, file] of missing.entries()) {
    if (isOver()) break;
    const outcome = await worker.run(
      { active: undefined, selection: { file, names: undefined } },
      longestFileMs,
    );
    const isUsable = typeof outcome === 'object' && outcome.failure === undefined;
    print(
      `measured ${index + 1} of ${missing.length}: ${file}${isUsable ? `, ${outcome.tests.length} tests` : ' fails, so it is left out'}`,
    );
    const { tests, outside, milliseconds } = isUsable ? outcome : { tests: [], outside: [], milliseconds: 0 };
    await writeFileCoverage(target, { file, tests, outside, milliseconds });
    if (typeof outcome === 'string') {
      await worker.stop();
      worker = await startWorker(list);
    }
  }
  await worker.stop();
  return readCoverage(target);
}
