const contract = ['packages/contract/src/documents.ts', 'packages/contract/src/operations.ts'];
const contractPackage = ['packages/contract/test/package.test.ts'];
const specScripts = ['spec/scripts/redocly.ts'];
/** These tests run the tools of the contract as programs, on a copy of the contract. */
const contractTools = ['tools/contract/test/check.test.ts', 'tools/contract/test/types.test.ts'];
const clientPackage = [
  'packages/client/src/v3.ts',
  'packages/client/test/examples.test.ts',
  'packages/client/test/package.test.ts',
  'packages/client/test/readme.test.ts',
];
const launch = ['apps/local/test/launch.test.ts'];

/**
 * Files that no test imports, and the sources through which tests depend on them: tests depend on a contract file
 * through the generated package, on a migration through the package that applies it, and on a page through the test
 * that reads it.
 */
const reachedThrough: readonly { readonly files: RegExp; readonly sources: readonly string[] }[] = [
  { files: /^spec\/(?:v2|v3|shared)\//, sources: [...contract, ...specScripts, ...contractTools] },
  {
    files: /^spec\/(?:released|rules|decorators|workflows|redocly|accepted-changes\.)/,
    sources: [...specScripts, 'spec/scripts/accepted-changes.ts', ...contractTools],
  },
  { files: /^spec\/path-item\.schema\.json$/, sources: ['spec/test/path-item-schema.test.ts'] },
  {
    files: /^packages\/contract\/(?:generate\.ts$|generator\/)/,
    sources: [...contract, ...contractPackage, ...contractTools],
  },
  { files: /^(?:tools\/contract\/[^/]+$|spec\/scripts\/|apps\/api\/generator\/)/, sources: contractTools },
  { files: /^packages\/contract\/(?:README\.md|LICENSE)$/, sources: contractPackage },
  {
    files:
      /^packages\/client\/(?:(?:build|generate)\.ts$|generator\/|examples\/|test\/scratch\/|README\.md$|LICENSE$)/,
    sources: clientPackage,
  },
  { files: /^packages\/database\/scripts\//, sources: ['packages/database/src/index.ts'] },
  { files: /^packages\/conformance\/test\//, sources: ['packages/conformance/src/index.ts'] },
  { files: /^prisma\//, sources: ['packages/database/src/index.ts'] },
  {
    files: /^apps\/local\/(?:launch|scripts)\/|^apps\/local\/run\.cjs$/,
    sources: [...launch, 'apps/local/test/commands.test.ts', 'apps/local/test/start.test.ts'],
  },
  {
    files: /^apps\/docs\//,
    sources: ['changelog', 'generator', 'pages', 'postman', 'reference', 'texts'].map(
      (name) => `apps/docs/test/${name}.test.ts`,
    ),
  },
  { files: /^(?:Dockerfile|\.dockerignore)$/, sources: ['tools/image/test/dockerfile.test.ts'] },
  {
    files: /^(?:compose\.yaml|deploy\/.*|\.github\/workflows\/.*)$/,
    sources: ['chart', 'compose', 'compose-roles', 'systemd', 'workflows'].map(
      (name) => `tools/deploy/test/${name}.test.ts`,
    ),
  },
  {
    files: /^docs\/operations\//,
    sources: [
      'apps/docs/test/pages.test.ts',
      'tools/configuration/test/reference.test.ts',
      'tools/operations/test/distribution.test.ts',
      'tools/operations/test/pages.test.ts',
    ],
  },
  { files: /^docs\//, sources: ['tools/imports/test/architecture.test.ts'] },
  { files: /^(?:README\.md|CONTRIBUTING\.md|\.nvmrc|\.github\/workflows\/ci\.yml)$/, sources: launch },
  { files: /^README\.md$/, sources: ['apps/docs/test/newcomer.test.ts'] },
];

/** Files that can change the outcome of every test. */
const concernsAll =
  /^(?:(?:.*\/)?(?:package(?:-lock)?|tsconfig[^/]*|turbo)\.json|jest\.config\.\w+|\.npmrc|packages\/testkit\/src\/jest\/.*)$/;

/** Files that no test depends on: prose, and the settings of other tools. */
const concernsNone =
  /^(?:\.changeset\/.*|\.ci\/.*|\.github\/.*|(?:spec\/)?\.vscode\/.*|\.editorconfig|\.gitattributes|\.gitignore|biome\.json|knip\.json|(?:.*\/)?LICENSE|.*\.md)$/;

const isModule = (file: string) => /\.[cm]?[jt]s$/.test(file);

/** Whether it is known which tests a change of this file affects. A change of any other file affects all tests. */
export function isClassified(file: string): boolean {
  return (
    isModule(file) ||
    concernsAll.test(file) ||
    concernsNone.test(file) ||
    reachedThrough.some(({ files }) => files.test(file))
  );
}

/**
 * Finds the sources whose tests are affected by a change of these files, or 'all' if any test can be affected. That is
 * also the case for a deleted module, because its importers can no longer be found, and for an unclassified file.
 */
export function findRelatedSources(
  changed: readonly string[],
  exists: (file: string) => boolean,
): 'all' | readonly string[] {
  const imported = changed.filter(isModule);
  if (changed.some((file) => concernsAll.test(file) || !isClassified(file))) return 'all';
  if (!imported.every(exists)) return 'all';
  const reached = reachedThrough.filter(({ files }) => changed.some((file) => files.test(file)));
  return [...new Set([...imported, ...reached.flatMap(({ sources }) => sources)])].sort();
}
