import type { Effect } from './compare-modules.js';
import type { Calls } from './read-calls.js';

export interface Change {
  readonly file: string;
  /** What the change of a module affects; absent for a file that is not a module, or that is new. */
  readonly effect?: Effect | undefined;
}

export interface Selection {
  readonly tests: 'all' | readonly string[];
  /** Modules whose code at load changed: the tests that import them run too. */
  readonly loaded: readonly string[];
}

/** Selects the tests that called a function of a changed module when everything ran last. */
export function selectTests(changes: readonly Change[], calls: Calls): Selection {
  const tests = new Set<string>();
  const loaded: string[] = [];
  for (const { file, effect } of changes) {
    if (isProse(file)) for (const test of calls.keys()) if (readsFiles(test)) tests.add(test);
    if (isProse(file) || isIgnored(file) || effect === 'nothing') continue;
    if (!isModule(file) || isLoadedByAll(file)) return { tests: 'all', loaded: [] };
    if (isTest(file)) tests.add(file);
    if (effect === 'load') loaded.push(file);
    for (const [test, files] of calls) if (files.has(file)) tests.add(test);
  }
  return { tests: [...tests].filter(isInMergeTier).sort(), loaded };
}

export const isModule = (file: string) => /\.[cm]?[jt]s$/.test(file);

const isTest = (file: string) => file.endsWith('.test.ts');

export const isInMergeTier = (file: string) => !/\.(?:slow|long)\.test\.ts$/.test(file);

/** Tests of the documentation and of the tools read pages and settings as files. */
const readsFiles = (test: string) => /^(?:tools|apps\/docs)\//.test(test);

const isProse = (file: string) =>
  /\.md$|^(?:deploy|docs|\.github)\/|^(?:Dockerfile|compose\.yaml|\.dockerignore)$/.test(file) &&
  !file.startsWith('.changeset/');

/** No test of the merge tier depends on these. */
const isIgnored = (file: string) =>
  /^(?:\.changeset|\.ci|\.vscode|spec\/\.vscode)\/|(?:^|\/)(?:LICENSE|\.editorconfig|\.git\w+|biome\.json|knip\.json)$|\.(?:slow|long)\.test\.ts$/.test(
    file,
  );

/** What generates sources, and what runs the tests. */
const isLoadedByAll = (file: string) =>
  /^(?:jest\.[\w.]*config\.js|packages\/testkit\/src\/jest\/|packages\/(?:contract|client)\/generat|apps\/api\/generat|spec\/decorators\/)/.test(
    file,
  );
