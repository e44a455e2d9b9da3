import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '@parley/testkit/hooks';
import { apiVariables } from '../../../apps/api/src/config.js';
import { workerVariables } from '../../../apps/worker/src/config/worker-config.js';
import { operationsFolder, readPages } from '../read-pages.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pages = readPages();
const incidents = pages.filter(({ path }) => /^incidents\/(?!README)/.test(path));
const named = pages.map((page) => [page.path, page] as const);

/** Every name of a metric in the sources of the processes. */
const metrics = new Set(
  ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => findMetrics(join(root, group, name, 'src'))),
  ),
);

function findMetrics(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/(?<=')parley_[a-z_]+(?=')/g) ?? []);
}

/** The names of schemas and roles begin like the names of metrics, but end in another way. */
const metricName =
  /\bparley_[a-z_]+_(?:total|seconds|bytes|count|up|depth|info|jobs|connections|objects|way)\b/g;

describe('the pages for operators', () => {
  test.each(named)('%s links to pages and sections that exist', (path, { text }) => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    const wrong = links.filter(([, file = '', anchor]) => {
      const target = file === '' ? join(operationsFolder, path) : join(operationsFolder, dirname(path), file);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(wrong.map(([link]) => link)).toEqual([]);
  });

  test.each(named)('%s names metrics that the processes have', (_, { text }) => {
    const mentioned = [...new Set(text.match(metricName) ?? [])];
    expect(mentioned.filter((name) => !metrics.has(name.replace(/_(?:count|bucket|sum)$/, '')))).toEqual([]);
  });

  test('let an operator migrate a restored backup before the check, which fails without the new migrations', () => {
    const upgrade = pages.find(({ path }) => path === 'upgrade.md')?.text ?? '';
    const [row = ''] = /^\| before \|.*$/m.exec(upgrade) ?? [];
    expect(row.match(/`npm run migrate[^`]*`/g)).toEqual(['`npm run migrate`', '`npm run migrate -- check`']);
  });

  test('name settings that exist', () => {
    const settings = pages.flatMap(
      ({ text }) => text.match(/(?<=`)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?=[`=])/g) ?? [],
    );
    const known = { ...apiVariables, ...workerVariables };
    expect([...new Set(settings)].filter((name) => !(name in known) && !others.includes(name))).toEqual([]);
  });
});

/** Variables of commands and of other programs. */
const others = [
  // Node reads it.
  'NODE_OPTIONS',
  'DATABASE_PASSWORD',
  'EXPORT_PASSPHRASE',
  'DATABASE_DIRECT_URL',
  'DATABASE_ADMIN_URL',
  'DATABASE_ROLE',
  // compose.yaml reads it.
  'PARLEY_IMAGE',
  // The comparison of contracts reads it, `npm run contract`.
  'CONTRACT_CONSUMERS',
  // The tests of metrics read it.
  'PROMETHEUS_TESTS',
  // The exporter and the SDK of OpenTelemetry read these.
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_EXPORTER_OTLP_COMPRESSION',
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
];

function anchorsOf(file: string): string[] {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}

describe('the page of an incident', () => {
  test.each(incidents.map((page) => [page.path, page] as const))(
    '%s has the form of all of them',
    (_, { text }) => {
      expect(text.match(/^##? .*$/gm)?.slice(1)).toEqual(['## Meaning', '## Impact', '## Look', '## Act']);
      expect(text).toMatch(/## Meaning\n\n.*`parley_/);
    },
  );

  test('is in the list of incidents', () => {
    const list = pages.find(({ path }) => path === 'incidents/README.md')?.text ?? '';
    expect(incidents.filter(({ path }) => !list.includes(`(${path.replace('incidents/', '')})`))).toEqual([]);
  });
});

describe('the statements of the pages', () => {
  const target = useTestDatabase();

  const statements = pages.flatMap(({ path, text }) => {
    const found =
      text.match(/(?<=`)select (?!pg_)[^`]+(?=`)|^(?: {3})?select (?!pg_|create_)[^`;]+;$/gm) ?? [];
    return found.map((statement) => [path, statement.trim()] as const);
  });

  test.each(statements)('%s: %s', async (_, statement) => {
    await expect(target.database.pool.query(`explain ${statement}`)).resolves.toHaveProperty('rowCount');
  });
});
