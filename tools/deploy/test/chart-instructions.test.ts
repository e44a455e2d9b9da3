import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { taskGroups } from '../../../apps/worker/src/config/task-groups.js';
import { checkManifest } from '../check-manifest.js';
import { mergeValues, renderChart } from '../render-chart.js';

const folder = fileURLToPath(new URL('../../../deploy/helm/parley', import.meta.url));
const readText = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
/** The values without defaults. */
const required = { secretName: 'parley', image: { repository: 'registry.example/parley' } };

test('the chart has the pools that the page shows, without the default one, which null removes', () => {
  const page = readFileSync(new URL('../../../docs/operations/containers.md', import.meta.url), 'utf8');
  const [, example = ''] = /```\n(workers:\n {2}all: null\n[^`]*)```/.exec(page) ?? [];
  const rendered = renderChart({ folder, values: { ...required, ...parse(example) } });
  const sets = rendered.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata }) => metadata.name);
  expect(sets).toEqual(['test-parley-worker-deliveries', 'test-parley-worker-others']);
  for (const manifest of rendered) expect(() => checkManifest(manifest)).not.toThrow();
  const merged = Object(mergeValues(parse(readText('values.yaml')), { ...required, ...parse(example) }));
  const check = new Ajv({ allErrors: true }).compile(JSON.parse(readText('values.schema.json')));
  expect([check(merged), check.errors]).toEqual([true, null]);
  const pools: { readonly tasks: readonly string[] }[] = Object.values(merged.workers);
  expect(pools.flatMap(({ tasks }) => tasks).sort()).toEqual([...taskGroups].sort());
  expect(readText('values.yaml')).toContain('workers: { all: null, deliveries: ');
});

test('the chart has instructions by which Helm waits longer than the migration may take', () => {
  const { migrate } = parse(readText('values.yaml'));
  const docs = new URL('../../../docs/operations/', import.meta.url);
  const texts = [
    ...['values.yaml', 'templates/NOTES.txt'].map(readText),
    ...['containers.md', 'upgrade.md'].map((name) => readFileSync(new URL(name, docs), 'utf8')),
  ];
  for (const text of texts) {
    const [, minutes = '0'] = /helm upgrade [^`]*--timeout (\d+)m/.exec(text) ?? [];
    expect(Number(minutes) * 60).toBeGreaterThan(migrate.activeDeadlineSeconds);
  }
});

test('no page and no note of the chart recommends to reuse the values, which drops the defaults of a newer chart', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const folders = ['docs', 'deploy/helm'].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, withFileTypes: true }),
  );
  const files = folders.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = [...files, join(root, 'README.md'), join(root, 'CONTRIBUTING.md')].map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(({ text }) => /--reuse-values\b/.test(text)).map(({ path }) => path)).toEqual([]);
  expect(texts.filter(({ text }) => text.includes('--reset-then-reuse-values')).length).toBe(2);
});
