const contract = ['packages/contract/src/documents.ts', 'packages/contract/src/operations.ts'];
const specScripts = ['spec/scripts/redocly.ts'];

/**
 * Files that no test imports, and the sources through which tests depend on them: a contract file reaches its tests by the
 * generated package, a migration by the package that applies it.
 */
const reachedThrough: readonly { readonly files: RegExp; readonly sources: readonly string[] }[] = [
  {
    files: /^spec\/(?:v2|v3|shared|webhooks)\//,
    sources: [...contract, ...specScripts],
  },
  { files: /^spec\/(?:released|rules|decorators|workflows|redocly)/, sources: specScripts },
  { files: /^prisma\//, sources: ['packages/database/src/index.ts'] },
  {
    files: /^apps\/docs\//,
    sources: ['apps/docs/test/pages.test.ts', 'apps/docs/test/generator.test.ts'],
  },
  { files: /^docs\//, sources: ['tools/imports/test/architecture.test.ts'] },
  { files: /^packages\/conformance\/test\//, sources: ['packages/conformance/src/index.ts'] },
];

/** Files that can change the outcome of every test. */
const concernsAll =
  /^(?:(?:.*\/)?package(?:-lock)?\.json|jest\.config\.\w+|tsconfig.*\.json|turbo\.json|packages\/testkit\/src\/jest\/.*)$/;

/**
 * The sources whose tests a change of these files can touch; 'all' when it can touch any test. That is also so for a module
 * that was deleted: what imported it can no longer be found.
 */
export function findRelatedSources(
  changed: readonly string[],
  exists: (file: string) => boolean,
): 'all' | readonly string[] {
  const imported = changed.filter((file) => /\.[cm]?[jt]s$/.test(file));
  if (changed.some((file) => concernsAll.test(file)) || !imported.every(exists)) return 'all';
  const reached = reachedThrough.filter(({ files }) => changed.some((file) => files.test(file)));
  return [...new Set([...imported, ...reached.flatMap(({ sources }) => sources)])].sort();
}
