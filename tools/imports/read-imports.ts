import { existsSync, readdirSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { listRules } from './rules.js';
import { sourceFolders } from './source-folders.js';

/** One file that imports another; both are paths from the root. Type-only imports count. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** An import that breaks a rule, and what to do about it. */
export interface BrokenRule extends Import {
  readonly advice: string;
  /** For a cycle of files: the path back to the first file. */
  readonly cycle: readonly string[];
}

export interface FoundImports {
  readonly imports: readonly Import[];
  readonly brokenRules: readonly BrokenRule[];
}

/** Reads the imports of all sources under `root`, with our workspaces resolved to their sources. */
export async function readImports(root: string): Promise<FoundImports> {
  const rules = listRules();
  const { output } = await cruise(listSources(root), {
    baseDir: root,
    includeOnly: '^(packages|apps|spec|prisma)/|^@parley/',
    // While the site is built, Vite briefly writes its compiled configuration beside the original.
    exclude: '(^|/)(dist|node_modules)/|^packages/database/generated/|\\.timestamp-[^/]*\\.mjs$',
    tsPreCompilationDeps: true,
    ruleSet: { forbidden: rules },
    validate: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      // Each import ends with `.js`, and every extension that is tried in vain costs a look at the disk.
      extensions: ['.ts'],
      exportsFields: ['exports'],
      conditionNames: ['@parley/source', 'types', 'import', 'default'],
    },
  });
  // Without an output type, the result is an object.
  const { modules, summary } = output as ICruiseResult;
  const advice = new Map(rules.map(({ name, comment = '' }) => [name, comment]));
  return {
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    ),
    brokenRules: summary.violations.map(({ from, to, rule, cycle = [] }) => ({
      from,
      to,
      advice: advice.get(rule.name) ?? rule.name,
      cycle: cycle.map(({ name }) => name),
    })),
  };
}

function listSources(root: string): string[] {
  const workspaces = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(`${root}/${parent}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}`),
  );
  return ['spec', ...workspaces]
    .flatMap((workspace) => [...sourceFolders, 'generate.ts'].map((name) => `${workspace}/${name}`))
    .filter((path) => existsSync(`${root}/${path}`));
}
