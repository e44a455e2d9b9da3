import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const folder = fileURLToPath(new URL('../../../.github/workflows', import.meta.url));
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
);

interface Job {
  readonly if?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, unknown>> };
  readonly outputs?: Readonly<Record<string, string>>;
  readonly needs?: readonly string[];
  readonly uses?: string;
  readonly steps: readonly {
    readonly id?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly shell?: string;
    readonly with?: Record<string, unknown>;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

/** A workflow of this repository has no version of its own. */
const listActions = (text: string) =>
  [...text.matchAll(/uses: (.*)$/gm)].flatMap(([, action = '']) => (action.startsWith('./') ? [] : [action]));

/** `npm test` and `npm run contract`, with or without options. */
const judgesContract = /\bnpm (?:test|t|run (?:--\S+ )*(?:test|contract))(?![\w:-])/;

describe('the workflows', () => {
  test.each(workflows)(
    '%s names each action by the commit of a release, which a tag cannot change',
    (_, text) => {
      const actions = listActions(text);
      expect(actions.length).toBeGreaterThan(0);
      expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
        [],
      );
    },
  );

  test('use one release of an action everywhere', () => {
    const actions = workflows.flatMap(([, text]) => listActions(text));
    const names = new Set(actions.map((action) => action.split('@')[0]));
    expect(new Set(actions).size).toBe(names.size);
  });

  test('name the commit before the change wherever they judge the contract, with the history that it needs', () => {
    const judging = workflows.flatMap(([name, text]) => {
      const { jobs }: { jobs: Record<string, Job> } = parse(text);
      return Object.values(jobs).flatMap(({ steps = [] }) =>
        steps.filter(({ run = '' }) => judgesContract.test(run)).map((step) => ({ name, steps, ...step })),
      );
    });
    expect(judging.map(({ name }) => name)).toEqual(['ci.yml', 'contract.yml', 'release.yml']);
    for (const { env, steps } of judging) {
      expect(env?.CONTRACT_BASE).toMatch(/^\$\{\{ github\.event\..+ \}\}$/);
      const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
      expect(checkout?.with?.['fetch-depth']).toBe(0);
    }
  });

  test.each(workflows)('%s grants its token nothing by default, or reading only', (_, text) => {
    expect([{}, { contents: 'read' }]).toContainEqual(parse(text).permissions);
  });
});

describe('the tests of every change', () => {
  const { jobs, on }: { jobs: Record<string, Job>; on: object } = parse(
    readFileSync(join(folder, 'ci.yml'), 'utf8'),
  );

  test('compare the contract with the base of a pull request, of the merge queue and of a push', () => {
    const { steps = [] } = jobs.test ?? {};
    const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with?.['fetch-depth']).toBe(0);
    expect(Object.keys(on).sort()).toEqual(['merge_group', 'pull_request', 'push']);
    const bases = ['pull_request.base.sha', 'merge_group.base_sha', 'before'];
    expect(steps.find(({ run }) => run === 'npm test')?.env?.CONTRACT_BASE).toBe(
      `\${{ ${bases.map((base) => `github.event.${base}`).join(' || ')} }}`,
    );
  });

  test('require a changeset of each pull request, except the one of a release, which deletes all changesets', () => {
    const { steps = [], if: condition } = jobs.changeset ?? {};
    expect(steps.map(({ run }) => run)).toContain('npx changeset status --since "$BASE"');
    // A fork can have a branch of the same name.
    const isRelease =
      "github.head_ref == 'changeset-release/main' && github.event.pull_request.head.repo.full_name == github.repository";
    expect(condition).toBe(`github.event_name == 'pull_request' && !(${isRelease})`);
  });

  test('run in the merge queue with all that fits into 45 minutes, in four parts', () => {
    const { if: condition, strategy, steps = [] } = jobs.all ?? {};
    expect(condition).toBe("github.event_name == 'merge_group'");
    expect(strategy?.matrix.part).toEqual([1, 2, 3, 4]);
    const step = steps.find(({ run }) => run === `npm run test:all -- --shard \${{ matrix.part }}/4`);
    expect(step?.env?.CONTRACT_BASE).toBe(`\${{ github.event.merge_group.base_sha }}`);
  });
});

describe('the tests of every night', () => {
  const { jobs, on }: { jobs: Record<string, Job>; on: object } = parse(
    readFileSync(join(folder, 'nightly.yml'), 'utf8'),
  );

  test('run on a schedule, and for a release', () => {
    expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch', 'workflow_call']);
  });

  test('run everything with the versions of Node that pull requests do not use', () => {
    const { strategy, steps = [] } = jobs.all ?? {};
    expect(strategy?.matrix.node).toEqual([20, 22]);
    expect(steps.map(({ run }) => run)).toContain('npm run test:all');
  });

  test('run the long tests with each version of Node', () => {
    const { strategy, steps = [] } = jobs.long ?? {};
    expect(strategy?.matrix.node).toEqual([20, 22, 24]);
    expect(steps.map(({ run }) => run)).toContain('npm run test:long');
  });

  test('show the mutants that survive, and fail only if these are many', () => {
    const { steps = [] } = jobs.mutation ?? {};
    const sample = steps.find(({ run = '' }) => run.includes('npm run test:mutation'));
    expect(sample?.run).toMatch(/ --sample 60 --allow [1-5] .*\| tee -a "\$GITHUB_STEP_SUMMARY"$/m);
    // The shell that is the default ignores that a command before a pipe failed.
    expect(sample?.shell).toBe('bash');
  });

  test('check alerts and dashboards with Prometheus, which must be there, and the chart with Helm', () => {
    const { steps = [] } = jobs.monitoring ?? {};
    const tested = steps.find(({ run }) => run === 'npm run test:dashboards');
    expect(tested?.env).toEqual({ PROMETHEUS_TESTS: 'require' });
    const { scripts } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'));
    // Together, they run the tests of every tier.
    for (const name of ['all', 'long'])
      expect(scripts['test:dashboards']).toContain(`--config jest.${name}.config.js tools/monitoring`);
    const commands = steps.map(({ run = '' }) => run).join('\n');
    for (const command of [
      'apt-get install -y --no-install-recommends prometheus',
      'helm lint',
      'helm template',
    ])
      expect(commands).toContain(command);
  });
});

test('the table of CONTRIBUTING.md names what the workflows run, and what only people run', () => {
  const page = readFileSync(join(folder, '../../CONTRIBUTING.md'), 'utf8');
  const rows =
    page
      .split('## Where each check runs')[1]
      ?.split('\n## ')[0]
      ?.match(/^\| .*$/gm) ?? [];
  const listTests = (text: string) => new Set(text.match(/\btest:[\w-]+/g));
  const isByHand = (row: string) => row.includes('| by hand |');
  const run = listTests(workflows.flatMap(([, text]) => text.match(/npm run .*/g) ?? []).join('\n'));
  expect(listTests(rows.filter((row) => !isByHand(row)).join('\n'))).toEqual(run);
  expect(listTests(rows.filter(isByHand).join('\n'))).toEqual(new Set(['test:crash', 'test:postgres']));
});

describe('the release', () => {
  const { jobs }: { jobs: Record<'release' | 'night' | 'image', Job> } = parse(
    readFileSync(join(folder, 'release.yml'), 'utf8'),
  );
  const commands = jobs.release.steps.map(({ run }) => run);

  test('checks the signatures of all packages and lists them before it publishes', () => {
    expect(commands).toContain('npm audit signatures');
    expect(commands).toContain('npm run --silent sbom > sbom.cdx.json');
    const publish = jobs.release.steps.findIndex(({ uses }) => uses?.startsWith('changesets/action@'));
    expect(commands.indexOf('npm audit signatures')).toBeLessThan(publish);
  });

  test('runs all tests before it publishes, the long ones too', () => {
    const publish = jobs.release.steps.findIndex(({ uses }) => uses?.startsWith('changesets/action@'));
    expect(commands.indexOf('npm test')).toBeGreaterThan(0);
    expect(commands.indexOf('npm test')).toBeLessThan(publish);
    expect(jobs.night.uses).toBe('./.github/workflows/nightly.yml');
    expect(jobs.release.needs).toContain('night');
    for (const result of ['failure', 'cancelled'])
      expect(jobs.release.if).toContain(`needs.night.result != '${result}'`);
  });

  test('builds an image for each new version of the service, and tags both last', () => {
    const { outputs, steps } = jobs.release;
    const service = steps.find(({ id }) => id === 'service');
    expect(service?.run).toContain('tools/release/find-new-version.ts');
    const changesets = steps.findIndex(({ uses }) => uses?.startsWith('changesets/action@'));
    expect(steps.findIndex(({ id }) => id === 'service')).toBeLessThan(changesets);
    expect(outputs?.version).toMatch(/^\$\{\{ steps\.service\.outputs\.version \}\}$/);
    expect(jobs.image.if).toBe("needs.release.outputs.version != ''");
    const build = jobs.image.steps.find(({ id }) => id === 'build');
    expect(build?.with?.tags).toMatch(/\$\{\{ env\.IMAGE \}\}:\$\{\{ env\.VERSION \}\}$/m);
    expect(jobs.image.steps.at(-1)?.run).toMatch(/^gh release create "\$VERSION" sbom\.cdx\.json /);
  });

  test('builds the image for both kinds of processors, under a name in lower case', () => {
    const build = jobs.image.steps.find(({ id }) => id === 'build');
    expect(build?.with?.platforms).toBe('linux/amd64,linux/arm64');
    const names = jobs.image.steps.flatMap(({ run = '' }) => (run.includes('IMAGE=') ? [run] : []));
    // `,,` turns the letters of a value into small ones.
    expect(names).toEqual([`echo "IMAGE=ghcr.io/\${GITHUB_REPOSITORY,,}" >> "$GITHUB_ENV"`]);
  });

  test('attests how the image was built and what is in it', () => {
    const attested = jobs.image.steps.filter(({ uses }) => uses?.startsWith('actions/attest@'));
    expect(attested.map((step) => step.with?.['sbom-path'])).toEqual([undefined, 'sbom.cdx.json']);
  });
});
