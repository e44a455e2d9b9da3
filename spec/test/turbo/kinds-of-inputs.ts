export interface KindOfInput {
  readonly kind: string;
  /** A file of this kind; the test changes it. */
  readonly file: string;
  /** The tasks that read the file themselves. What depends on them runs again as well. */
  readonly tasks: readonly string[];
}

const ownCode = ['//#lint', '//#typecheck'];
const lints = ['@parley/spec#lint:v2', '@parley/spec#lint:v3'];
const bundles = ['@parley/spec#bundle:v2', '@parley/spec#bundle:v3'];
const comparisons = ['@parley/spec#compare:v2', '@parley/spec#compare:v3'];
const docs = '@parley/docs#generate';
const contract = '@parley/spec#contract';
const scripts = [...comparisons, contract, '@parley/spec#migration', docs];
const apiCode = ['@parley/api#generate', '@parley/api#build'];
const template = '@parley/database#template';
const sandboxBundle = '@parley/sandbox#bundle';

/** Every kind of file that a task reads, and kinds that none reads. */
export const kindsOfInputs: readonly KindOfInput[] = [
  ...kinds('contract', {
    'path of v3': ['spec/v3/paths/chats@{chatId}.yaml', '@parley/spec#bundle:v3', '@parley/spec#lint:v3'],
    'path that the docs quote': [
      'spec/v3/paths/automations@{automationId}@trigger.yaml',
      '@parley/spec#bundle:v3',
      '@parley/spec#lint:v3',
      docs,
    ],
    'schema of v3': [
      'spec/v3/components/schemas/Chat.yaml',
      '@parley/spec#bundle:v3',
      '@parley/spec#lint:v3',
    ],
    'path of v2': ['spec/v2/paths/attributes.yaml', '@parley/spec#bundle:v2', '@parley/spec#lint:v2'],
    'shared schema': ['spec/shared/schemas/Id.yaml', ...bundles, ...lints],
    'settings of the lint': ['spec/redocly.yaml', ...lints],
    'settings of the bundle': ['spec/redocly.bundle.yaml', ...bundles, ...lints],
    rule: ['spec/rules/operation-has-scope.ts', ...lints, ...ownCode],
    'rule that a decorator uses': ['spec/rules/expand-schema.ts', ...bundles, ...lints, ...ownCode],
    'rule that the gate uses': ['spec/rules/read-json.ts', ...bundles, ...lints, ...scripts, ...ownCode],
    decorator: ['spec/decorators/add-policy-errors.ts', ...bundles, ...lints, ...ownCode],
    'script of the gate': ['spec/scripts/gate.ts', ...scripts, ...ownCode],
    'script of the lint': ['spec/scripts/lint-version.ts', ...lints, ...scripts, ...ownCode],
    'script of the bundle': ['spec/scripts/bundle-document.ts', ...bundles, ...scripts, ...ownCode],
    'baseline of v3': ['spec/released/v3.json', '@parley/spec#compare:v3', contract, docs, '//#lint'],
    'lock of the baseline': ['spec/released/lock.json', ...comparisons, contract, docs, '//#lint'],
    'accepted change': ['spec/accepted-changes.yaml', contract, docs],
    'test of the contract': ['spec/test/gate.test.ts', ...ownCode],
  }),
  ...kinds('generated code', {
    'generator of the contract': [
      'packages/contract/generator/build-tools.ts',
      '@parley/contract#generate',
      ...ownCode,
    ],
    'source of the contract': [
      'packages/contract/src/documents.ts',
      '@parley/contract#build',
      '@parley/api#generate',
      '@parley/client#generate',
      docs,
      ...ownCode,
    ],
    'generator of the checks of requests': [
      'apps/api/generator/compile-requests.ts',
      '@parley/api#generate',
      ...ownCode,
    ],
    'source that the generated checks use': [
      'apps/api/src/http/validation/validate-request.ts',
      ...apiCode,
      ...ownCode,
    ],
    'description of a request': ['apps/api/src/http/contract/operation.ts', ...apiCode, ...ownCode],
    'form of an id': ['packages/core/src/ids.ts', '@parley/api#generate', '@parley/core#build', ...ownCode],
    'validation of a value': [
      'packages/validation/src/index.ts',
      '@parley/api#generate',
      '@parley/validation#build',
      docs,
      ...ownCode,
    ],
    'generator of the client': [
      'packages/client/generator/render-fixtures.ts',
      '@parley/client#generate',
      ...ownCode,
    ],
    'source that a generator of the client uses': [
      'packages/client/src/filter/is-named-as-id.ts',
      '@parley/client#generate',
      '@parley/client#build',
      docs,
      ...ownCode,
    ],
    'source of the client': [
      'packages/client/src/create-client.ts',
      '@parley/client#build',
      docs,
      ...ownCode,
    ],
  }),
  ...kinds('database', {
    'Prisma schema': [
      'prisma/schema.prisma',
      '@parley/database#generate',
      '@parley/database#build',
      sandboxBundle,
    ],
    migration: ['prisma/migrations/20261115013839_init/migration.sql', template, sandboxBundle, '//#lint'],
    'script that generates the Prisma client': [
      'packages/database/scripts/generate.js',
      '@parley/database#generate',
      '@parley/database#build',
      '//#lint',
    ],
    'script of the template': ['packages/database/scripts/create-template.js', template, '//#lint'],
    seed: ['prisma/seed.ts', '@parley/local#build', ...ownCode],
    'demo data': ['prisma/demo/chats.ts', '@parley/local#build', ...ownCode],
  }),
  ...kinds('programs', {
    launcher: ['apps/local/launch/run-tasks.js', '@parley/local#build', '//#lint'],
    'script of the bundle of the service': [
      'apps/local/scripts/bundle.js',
      '@parley/local#bundle',
      '//#lint',
    ],
    'script of the bundle of the sandbox': ['packages/sandbox/scripts/bundle.js', sandboxBundle, '//#lint'],
    'script of the build of the sandbox': [
      'packages/sandbox/scripts/build.js',
      '@parley/sandbox#build',
      '//#lint',
    ],
    'script that copies the template': [
      'packages/sandbox/scripts/copy-template.js',
      '@parley/sandbox#template',
      '//#lint',
    ],
    'manifest of a package': ['packages/files/package.json', '@parley/files#build', ...ownCode],
    'compiler options of a package': ['packages/core/tsconfig.json', '@parley/core#build', '//#lint'],
    'compiler options of the types of the client': [
      'packages/client/tsconfig.build.json',
      '@parley/client#build',
      '//#lint',
    ],
    'test of the API': ['apps/api/test/http/validation/formats.test.ts', ...ownCode],
    'tool of the repository': ['tools/imports/check.ts', ...ownCode],
    'part of the test kit': ['packages/testkit/src/build-programs.ts', ...ownCode],
  }),
  ...kinds('documentation', {
    page: ['apps/docs/pages/index.md', docs],
    'page for operators': ['docs/operations/configuration.md', docs],
    navigation: ['apps/docs/.vitepress/config/index.ts', docs, '@parley/docs#site', ...ownCode],
    theme: ['apps/docs/.vitepress/theme/index.ts', '@parley/docs#site', ...ownCode],
    'generator of pages': ['apps/docs/generator/render-tables.ts', docs, ...ownCode],
    'example of a page': ['apps/docs/examples/add-note.ts', docs, ...ownCode],
    'note on a release': ['apps/docs/changelog/v3-3.1.0.md', docs],
    'example of the client': ['packages/client/examples/search.ts', docs, ...ownCode],
    'example of the sandbox': ['packages/sandbox/examples/send-message.test.mjs', docs, '//#lint'],
    'source that the docs quote': [
      'packages/core/src/plans/plans.ts',
      '@parley/core#build',
      docs,
      ...ownCode,
    ],
    'adapter of a channel': [
      'packages/channels/src/adapter/channel-adapter.ts',
      '@parley/channels#build',
      docs,
      ...ownCode,
    ],
    'compiler options of the docs': ['apps/docs/tsconfig.json', '@parley/docs#site', '//#lint'],
    decision: ['docs/decisions/0083-the-short-loop.md'],
    'page of the repository': ['README.md'],
  }),
  ...kinds('settings', {
    'settings of Biome': ['biome.json', '//#lint'],
    'settings of knip': ['knip.json', '//#lint'],
    'settings of Jest': ['jest.config.js', '//#lint'],
    'workflow, whose commands knip reads': ['.github/workflows/ci.yml', '//#lint'],
    manifest: ['deploy/helm/parley/values.yaml'],
  }),
];

function kinds(group: string, files: Record<string, readonly [string, ...string[]]>): KindOfInput[] {
  return Object.entries(files).map(([kind, [file, ...tasks]]) => ({
    kind: `${group}: ${kind}`,
    file,
    tasks,
  }));
}

/** Files that the repository does not have: a consumer that a partner sent, what tasks write, and a new source. */
export const newFiles: readonly KindOfInput[] = kinds('new', {
  consumer: ['spec/consumers/acme.json', contract, '//#lint'],
  'source of core': ['packages/core/src/kind-of-input.ts', '@parley/core#build', ...ownCode],
  'bundled contract': ['spec/dist/v3.json'],
  'generated types of the contract': ['packages/contract/src/generated/v3.ts'],
  'generated calls of the client': ['packages/client/src/documented/generated/calls.ts'],
  'generated fixtures of the client': ['packages/client/src/generated/fixtures.ts'],
  'generated resources of the client': ['packages/client/src/resources/generated/v3.ts'],
  'generated checks of the API': ['apps/api/src/generated/requests.ts'],
  'generated Prisma client': ['packages/database/generated/prisma/client.ts'],
  'generated page of v3': ['apps/docs/pages/reference/v3/getChat.md'],
  'generated page of v2': ['apps/docs/pages/reference/v2/getWebhooks.md'],
  'copied page for operators': ['apps/docs/pages/operations/configuration.md'],
  'source in the root': ['new-source.ts', ...ownCode],
  'output of a build': ['packages/core/dist/index.js'],
});
