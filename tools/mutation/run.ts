import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chooseSample } from './choose-sample.js';
import { isEquivalent } from './equivalents.js';
import { addMutants } from './instrument.js';
import { listMutants } from './list-mutants.js';
import { measure } from './measure.js';
import { keyOf, type Mutant } from './mutant.js';
import { planMutants } from './plan-mutants.js';
import { type Arguments, help, readArguments } from './read-arguments.js';
import { renderSummary } from './render-summary.js';
import { appendResult, type Result, readResults } from './results.js';
import { isCurrent, runMutants } from './run-mutants.js';
import { testsOfConstants } from './select-tests.js';
import { readSources, type Source, writeSources } from './sources.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.turbo/mutation');
const resultsFile = join(folder, 'results.jsonl');
const print = (line: string) => process.stderr.write(`${line}\n`);

const parsed = readArguments(process.argv.slice(2));
if (parsed === 'help') process.stdout.write(help);
else await main(parsed);

async function main(options: Arguments): Promise<void> {
  if (options.fresh) await rm(folder, { recursive: true, force: true });
  const sources = await readSources(root);
  const sample = chooseFrom(sources, options);
  if (options.list) {
    for (const { file, line, kind } of sample) process.stdout.write(`${file}:${line} ${kind}\n`);
    return;
  }
  const deadline = performance.now() + options.minutes * 60_000;
  await callHook('global-setup');
  let own: Result[] = [];
  try {
    own = await examine(sources, sample, { ...options, isOver: () => performance.now() > deadline });
  } finally {
    await callHook('global-teardown');
  }
  process.stdout.write(`${renderSummary(own)}\n`);
  process.exitCode = own.some(({ verdict }) => verdict === 'survived' || verdict === 'no test') ? 1 : 0;
}

/** Starts or stops the PostgreSQL of the tests, which all workers share. */
async function callHook(name: 'global-setup' | 'global-teardown'): Promise<void> {
  const path = join(root, `packages/testkit/src/jest/${name}.js`);
  const hook: { default: () => unknown } = await import(pathToFileURL(path).href);
  await hook.default();
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

/** Returns the results of the sample that are still true: of the present sources and of the tests that are selected now. */
async function examine(
  sources: readonly Source[],
  sample: readonly Mutant[],
  options: Arguments & { readonly isOver: () => boolean },
): Promise<Result[]> {
  const { isOver } = options;
  const coverage = await measure({
    root,
    folder,
    sources,
    testFiles: await listTestFiles(options.within),
    measured: options.measured,
    isOver,
    print,
  });
  const before = await readResults(resultsFile);
  const all = planMutants(sample, {
    sources,
    coverage,
    bounds: { files: options.filesPerMutant, testsPerFile: options.testsPerFile },
  });
  // A part of the tests cannot show that a function has no test.
  const planned = options.within.length === 0 ? all : all.filter(({ selected }) => selected.length > 0);
  if (planned.length < all.length)
    print(`${all.length - planned.length} mutants are not called by these tests`);
  const changed = new Map<string, string>();
  for (const { file, text } of sources) {
    const own = planned.filter(({ mutant }) => mutant.file === file);
    if (own.length > 0) changed.set(file, addMutants(text, own));
  }
  let done = 0;
  await runMutants(
    planned.filter((one) => !isCurrent(before.get(keyOf(one.mutant)), one)),
    {
      sourcesFile: await writeSources(root, join(folder, 'mutated'), changed),
      isOver,
      budgetMs: options.secondsPerMutant * 1000,
      onResult: async (result: Result) => {
        done += 1;
        const { verdict, mutant, milliseconds } = result;
        print(
          `${done} ${verdict} after ${(milliseconds / 1000).toFixed(1)} s: ${mutant.file}:${mutant.line} (${mutant.kind})`,
        );
        await appendResult(resultsFile, result);
      },
    },
  );
  const results = await readResults(resultsFile);
  const own = planned.flatMap((one) => {
    const result = results.get(keyOf(one.mutant));
    return isCurrent(result, one) ? [result] : [];
  });
  if (own.length < planned.length)
    print(`${planned.length - own.length} mutants are left; run the command again.`);
  return own;
}

/** The merge tier of the mutated workspaces, of the worker, which runs most of core, and the tests that read constants. */
async function listTestFiles(within: readonly string[]): Promise<string[]> {
  const folders = ['packages/core/test', 'packages/presenters/test', 'apps/api/test', 'apps/worker/test'];
  const lists = await Promise.all(
    folders.map(async (name) => {
      const entries = await readdir(join(root, name), { recursive: true, withFileTypes: true });
      return entries
        .filter(
          (entry) =>
            entry.isFile() &&
            entry.name.endsWith('.test.ts') &&
            !/\.(?:slow|long)\.test\.ts$/.test(entry.name),
        )
        .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    }),
  );
  const all = [
    ...new Set([...testsOfConstants.map(({ file }) => file), ...lists.flatMap((files) => files.sort())]),
  ];
  return within.length === 0 ? all : all.filter((file) => within.some((part) => file.includes(part)));
}
