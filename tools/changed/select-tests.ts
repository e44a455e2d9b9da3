import { basename } from 'node:path';
import type { TestSources } from '../tests/read-test-sources.js';
import type { Effect } from './compare-modules.js';
import type { Recorded } from './read-calls.js';

export interface Change {
  readonly file: string;
  /** What the change of a module affects; absent for a file that is not a module, or that is new. */
  readonly effect?: Effect | undefined;
}

export interface Selection {
  /** Those of later tiers included. */
  readonly tests: 'all' | readonly string[];
  /** Modules whose code at load changed, and files of test folders that name a changed file: the tests that import them run too. */
  readonly loaded: readonly string[];
}

interface Known extends Recorded {
  readonly sources: TestSources;
  /** The modules that start a thread in which the file runs. */
  readonly startersOf: (file: string) => readonly string[];
}

/**
 * Selects the tests that called a function of a changed module when everything ran last, those whose texts name a changed file, and
 * the tests of the merge tier that have not been recorded.
 */
export function selectTests(changes: readonly Change[], known: Known): Selection {
  const { calls, loading, sources, startersOf } = known;
  const inMergeTier = [...sources.keys()].filter((file) => isTest(file) && isInMergeTier(file));
  const tests = new Set(inMergeTier.filter((test) => !calls.has(test)));
  const loaded: string[] = [];
  for (const { file, effect } of changes) {
    if (effect === 'nothing') continue;
    loaded.push(...listNaming(sources, file));
    if (isProse(file)) for (const test of inMergeTier) if (readsFiles(test)) tests.add(test);
    if (isProse(file) || isIgnored(file)) continue;
    if (!isModule(file) || isLoadedByAll(file)) return { tests: 'all', loaded: [] };
    if (isTest(file)) tests.add(file);
    if (effect === 'load' || (effect && loading.has(file))) loaded.push(file);
    const called = [file, ...startersOf(file)];
    for (const [test, files] of calls) if (called.some((one) => files.has(one))) tests.add(test);
  }
  return { tests: [...tests].sort(), loaded };
}

/** The files of test folders that name a file, which they may read. */
function listNaming(sources: TestSources, file: string): string[] {
  const names = ["'", '"', '`', '/'].map((before) => `${before}${basename(file)}`);
  return [...sources].flatMap(([path, text]) => (names.some((name) => text.includes(name)) ? [path] : []));
}

export const isModule = (file: string) => /\.[cm]?[jt]s$/.test(file);

const isTest = (file: string) => file.endsWith('.test.ts');

export const isInMergeTier = (file: string) => !/\.(?:slow|long)\.test\.ts$/.test(file);

/** Tests of the documentation and of the tools read pages and settings as files. */
const readsFiles = (test: string) => /^(?:tools|apps\/docs)\//.test(test);

const isProse = (file: string) =>
  /\.md$|^(?:deploy|docs|\.github)\/|^(?:Dockerfile|compose\.yaml|\.dockerignore)$/.test(file) &&
  !file.startsWith('.changeset/');

/** No test that is recorded depends on these, unless it names them. */
const isIgnored = (file: string) =>
  /^(?:\.changeset|\.ci|\.vscode|spec\/\.vscode)\/|(?:^|\/)(?:LICENSE|\.editorconfig|\.git\w+|biome\.json|knip\.json)$|\.long\.test\.ts$/.test(
    file,
  );

/** What generates sources, and what runs the tests. */
const isLoadedByAll = (file: string) =>
  /^(?:jest\.[\w.]*config\.js|packages\/testkit\/src\/jest\/|packages\/(?:contract|client)\/generat|apps\/api\/generat|spec\/decorators\/)/.test(
    file,
  );
