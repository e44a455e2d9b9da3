import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chooseSample } from './choose-sample.js';
import { isEquivalent } from './equivalents.js';
import { findImporters } from './find-importers.js';
import { createJudge } from './judge.js';
import { listMutants } from './list-mutants.js';
import type { Mutant } from './mutant.js';
import { type Arguments, help, readArguments } from './read-arguments.js';
import { recordCalls } from './record-calls.js';
import { isAcceptable, type Result, renderSummary } from './render-summary.js';
import { runTests } from './run-tests.js';
import { selectTests } from './select-tests.js';
import { readSources, type Source } from './sources.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const print = (line: string) => process.stderr.write(`${line}\n`);

const parsed = readArguments(process.argv.slice(2));
if (parsed === 'help') process.stdout.write(help);
else await main(parsed);

async function main(options: Arguments): Promise<void> {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
  const sources = await readSources(root);
  const sample = chooseFrom(sources, options);
  if (options.list) {
    for (const { file, line, kind } of sample) process.stdout.write(`${file}:${line} ${kind}\n`);
    return;
  }
  const results: Result[] = [];
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(options.minutes * 60_000)]);
  const folder = await mkdtemp(join(tmpdir(), 'parley-mutation-'));
  try {
    await examine(sample, { sources, folder, signal, within: options.within, results });
  } catch (error) {
    if (!signal.aborted) throw error;
    print(`The run was ended; ${sample.length - results.length} mutants are left.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    process.stdout.write(`${renderSummary(results)}\n`);
  }
  const isFine = isAcceptable(results, options.allow);
  process.exitCode = interrupted.signal.aborted ? 130 : isFine ? 0 : 1;
}

function chooseFrom(sources: readonly Source[], { paths, kinds, seed, sample }: Arguments): Mutant[] {
  const mutants = sources
    .filter(({ file }) => paths.length === 0 || paths.some((path) => file.includes(path)))
    .flatMap(({ file, text }) => listMutants(file, text))
    .filter((mutant) => kinds.includes(mutant.kind) && !isEquivalent(mutant));
  print(
    `${mutants.length} mutants in ${new Set(mutants.map(({ file }) => file)).size} files; a sample of ${sample}, seed ${seed}`,
  );
  return chooseSample(mutants, { seed, count: sample });
}

interface Examination {
  readonly sources: readonly Source[];
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly within: readonly string[];
  readonly results: Result[];
}

/** Adds the result of each mutant. */
async function examine(sample: readonly Mutant[], examination: Examination): Promise<void> {
  const { sources, folder, signal, within, results } = examination;
  const calls = await recordCalls({ root, folder, signal, within, print });
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const importersOf = findImporters(root);
  const judge = createJudge((tests, replaced) =>
    runTests(tests, replaced, { root, folder, signal, limitMs: 120_000 + 10_000 * tests.length }),
  );
  await callHook('global-setup');
  try {
    for (const mutant of sample) {
      const tests = selectTests(mutant, { calls, importersOf });
      // A part of the tests cannot show that a function has no test.
      if (tests.length === 0 && within.length > 0) continue;
      const startedAt = performance.now();
      const { file, line, kind } = mutant;
      const judgement = await judge(mutant, { file, text: texts.get(file) ?? '' }, tests);
      const seconds = (performance.now() - startedAt) / 1_000;
      results.push({ mutant, ...judgement, seconds });
      print(
        `${results.length} ${judgement.verdict} after ${seconds.toFixed(1)} s: ${file}:${line} (${kind})`,
      );
    }
  } finally {
    await callHook('global-teardown');
  }
}

/** Starts or stops the PostgreSQL of the tests, which all runs share. */
async function callHook(name: 'global-setup' | 'global-teardown'): Promise<void> {
  const path = join(root, `packages/testkit/src/jest/${name}.js`);
  const hook: { default: () => unknown } = await import(pathToFileURL(path).href);
  await hook.default();
}
