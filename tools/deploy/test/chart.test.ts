import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { taskGroups } from '../../../apps/worker/src/config/task-groups.js';
import { boundedReadMs } from '../../../packages/database/src/connections/bounded-read.js';
import { checkManifest } from '../check-manifest.js';
import { type Manifest, renderChart } from '../render-chart.js';

const folder = fileURLToPath(new URL('../../../deploy/helm/parley', import.meta.url));
const readText = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
/** The values without defaults. */
const required = { secretName: 'parley', image: { repository: 'registry.example/parley' } };
const render = (values: Readonly<Record<string, unknown>>) =>
  renderChart({ folder, values: { ...required, ...values } });
const find = (manifests: readonly Manifest[], kind: string, name: string) => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === `test-parley${name}`);
  if (found === undefined) throw new Error(`The chart renders no ${kind} test-parley${name}.`);
  return found;
};

/** Values that switch on everything that is optional. */
const everything = {
  image: { ...required.image, digest: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  api: {
    autoscaling: { enabled: true },
    env: { LOG_LEVEL: 'warn' },
    service: { annotations: { owner: 'team' } },
  },
  workers: {
    all: { replicas: 1, tasks: ['messages', 'maintenance'], env: { POOL_SIZE: '20' } },
    deliveries: { ...pool(), tasks: ['deliveries'], autoscaling: { ...pool().autoscaling, enabled: true } },
  },
  networkPolicy: { enabled: true, apiFrom: [{ podSelector: {} }], metricsFrom: [{ namespaceSelector: {} }] },
  monitoring: { dashboards: { enabled: true }, alerts: { enabled: true, labels: { rules: 'yes' } } },
  podAnnotations: { note: 'text' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  affinity: { podAntiAffinity: {} },
};

function pool() {
  const { workers } = parse(readText('values.yaml'));
  return workers.all;
}

describe.each([
  ['its defaults', {}],
  ['everything that is optional', everything],
])('the Helm chart with %s', (_, values) => {
  test.each(render(values).map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
    'renders a valid %s',
    (_name, manifest) => expect(() => checkManifest(manifest)).not.toThrow(),
  );

  test('gives every container a read-only file system and no rights', () => {
    const specs = render(values).flatMap(({ spec }) =>
      Object(spec).template ? [Object(spec).template.spec] : [],
    );
    expect(specs.length).toBeGreaterThanOrEqual(3);
    for (const { securityContext, containers, automountServiceAccountToken } of specs) {
      expect([securityContext.runAsNonRoot, automountServiceAccountToken]).toEqual([true, false]);
      expect(containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(containers[0].resources.limits.memory).toMatch(/^\d+Mi$/);
    }
  });
});

describe('the Helm chart', () => {
  const manifests = render(everything);

  test('migrates before an installation and before an upgrade, with an account that exists by then', () => {
    const annotationsOf = (kind: string, name: string) =>
      find(manifests, kind, name).metadata.annotations ?? {};
    const job = annotationsOf('Job', '-migrate');
    const account = annotationsOf('ServiceAccount', '');
    expect([job['helm.sh/hook'], account['helm.sh/hook']]).toEqual(Array(2).fill('pre-install,pre-upgrade'));
    expect(Number(account['helm.sh/hook-weight'])).toBeLessThan(Number(job['helm.sh/hook-weight']));
  });

  test('lets an API process drain and end before it is killed', () => {
    const { template } = Object(find(render({}), 'Deployment', '-api').spec);
    const { env } = template.spec.containers[0];
    const drain = env.find(({ name }: { name: string }) => name === 'DRAIN_DELAY_MS');
    expect(template.spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(Number(drain.value) + 15_000);
  });

  test('sends probes to the paths that the processes have: a worker that is paused is alive and not ready', () => {
    const processes = [
      ['Deployment', '-api'],
      ['StatefulSet', '-worker-all'],
      ['StatefulSet', '-worker-deliveries'],
    ] as const;
    for (const [kind, name] of processes) {
      const [container] = Object(find(manifests, kind, name).spec).template.spec.containers;
      const paths = [container.livenessProbe, container.readinessProbe].map(({ httpGet }) => httpGet.path);
      expect([name, ...paths]).toEqual([name, '/healthz', '/readyz']);
    }
  });

  test('gives the probes longer than /readyz waits for the database, and keeps an API process that is slow once', () => {
    const probesOf = (kind: string, name: string) =>
      Object(find(manifests, kind, name).spec).template.spec.containers[0];
    const api = probesOf('Deployment', '-api');
    const worker = probesOf('StatefulSet', '-worker-all');
    const probes = [api.startupProbe, api.readinessProbe, worker.readinessProbe];
    for (const { httpGet, timeoutSeconds } of probes) {
      expect(httpGet.path).toBe('/readyz');
      expect(timeoutSeconds * 1_000).toBeGreaterThanOrEqual(boundedReadMs + 1_000);
    }
    expect(api.readinessProbe.failureThreshold).toBe(3);
  });

  test('adds workers by the age of the oldest job of their tasks', () => {
    const { metrics, scaleTargetRef } = Object(
      find(manifests, 'HorizontalPodAutoscaler', '-worker-deliveries').spec,
    );
    expect(scaleTargetRef.name).toBe('test-parley-worker-deliveries');
    expect(metrics[0].external).toEqual({
      metric: {
        name: 'parley_queue_group_oldest_due_seconds',
        selector: { matchLabels: { group: 'deliveries' } },
      },
      target: { type: 'Value', value: '5' },
    });
    const { spec } = find(manifests, scaleTargetRef.kind, '-worker-deliveries');
    expect(Object(spec)).not.toHaveProperty('replicas');
  });

  test('names the stateful sets so that Kubernetes can create their pods, and apart', () => {
    const names = ['a', 'a-pool-of-22-character', 'all'];
    const workers = Object.fromEntries(names.map((name) => [name, pool()]));
    for (const release of ['short', 'a-release-with-a-name-of-almost-fifty-characters']) {
      const rendered = renderChart({ folder, release, values: { ...required, workers } });
      const sets = rendered.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata }) => metadata.name);
      expect(sets.filter((name) => !/^[a-z0-9-]{1,51}[a-z0-9]$/.test(name) || name.includes('--'))).toEqual(
        [],
      );
      expect(new Set(sets).size).toBe(names.length);
    }
  });

  test('gives each worker a volume that stays, for the position of the database', () => {
    for (const name of ['-worker-all', '-worker-deliveries']) {
      const { template, volumeClaimTemplates: claims } = Object(find(manifests, 'StatefulSet', name).spec);
      const [{ volumeMounts, env }] = template.spec.containers;
      const mount = volumeMounts.find((one: { mountPath: string }) => one.mountPath === '/var/lib/parley');
      expect(claims.map((claim: Manifest) => claim.metadata.name)).toEqual([mount.name]);
      expect(claims[0].spec.accessModes).toEqual(['ReadWriteOnce']);
      expect(env.map((one: { name: string }) => one.name)).not.toContain('DATA_DIR');
      expect(template.spec.securityContext.fsGroup).toBe(template.spec.securityContext.runAsUser);
    }
  });

  test('keeps the position in the pod where volumes are switched off', () => {
    const { template, ...rest } = Object(
      find(render({ positions: { enabled: false } }), 'StatefulSet', '-worker-all').spec,
    );
    expect(template.spec.volumes).toContainEqual({ name: 'positions', emptyDir: {} });
    expect(rest).not.toHaveProperty('volumeClaimTemplates');
  });

  test('gives the migration the role that it prepares as well as the owner', () => {
    const secretsOf = (values: Readonly<Record<string, unknown>>) =>
      Object(find(render(values), 'Job', '-migrate').spec).template.spec.containers[0].envFrom.map(
        (source: { secretRef: { name: string } }) => source.secretRef.name,
      );
    expect(secretsOf({})).toEqual(['parley']);
    expect(secretsOf({ migrate: { secretName: 'owner' } })).toEqual(['parley', 'owner']);
  });

  test('has the dashboards and the alerts, unchanged, for those who switch them on', () => {
    const grafana = fileURLToPath(new URL('../../../deploy/grafana/dashboards', import.meta.url));
    const read = (path: string) => readFileSync(path, 'utf8');
    const files = readdirSync(grafana).map((name) => [name, read(`${grafana}/${name}`)]);
    expect(find(manifests, 'ConfigMap', '-dashboards').data).toEqual(Object.fromEntries(files));
    const alerts = read(fileURLToPath(new URL('../../../deploy/prometheus/alerts.yml', import.meta.url)));
    expect(find(manifests, 'ConfigMap', '-alerts').data).toEqual({ 'alerts.yml': alerts });
    expect(render({}).filter(({ kind }) => kind === 'ConfigMap')).toEqual([]);
  });

  test('refuses to render without the name of the secret or the place of the image', () => {
    expect(() => render({ secretName: '' })).toThrow('Set secretName to the secret');
    expect(() => render({ image: { repository: '' } })).toThrow('Set image.repository');
  });

  test('spreads the API and each pool of workers over zones and nodes', () => {
    const processes = [
      ['Deployment', '-api'],
      ['StatefulSet', '-worker-all'],
      ['StatefulSet', '-worker-deliveries'],
    ] as const;
    for (const [kind, name] of processes) {
      const { template, selector } = Object(find(manifests, kind, name).spec);
      const rule = { maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway', labelSelector: selector };
      expect(template.spec.topologySpreadConstraints).toEqual([
        { ...rule, topologyKey: 'topology.kubernetes.io/zone' },
        { ...rule, topologyKey: 'kubernetes.io/hostname' },
      ]);
    }
    const free = Object(find(render({ topologySpreadConstraints: [] }), 'Deployment', '-api').spec);
    expect(free.template.spec).not.toHaveProperty('topologySpreadConstraints');
  });
});

describe('the schema of the values', () => {
  const check = new Ajv({ allErrors: true }).compile(JSON.parse(readText('values.schema.json')));
  const values = parse(readText('values.yaml'));
  const defaults = { ...values, secretName: 'parley', image: { ...values.image, ...required.image } };

  test('accepts the defaults with a secret, and knows every group of tasks', () => {
    expect([check(defaults), check.errors]).toEqual([true, null]);
    const workers = { all: { ...pool(), tasks: [...taskGroups] } };
    expect(check({ ...defaults, workers })).toBe(true);
  });

  test.each([
    ['no secret', { secretName: '' }],
    ['no image', { image: { repository: '' } }],
    ['an image with capitals, which no registry accepts', { image: { repository: 'ghcr.io/OWNER/parley' } }],
    ['an unknown group of tasks', { workers: { all: { ...pool(), tasks: ['mesages'] } } }],
    ['no workers', { workers: {} }],
    ['a number as a variable', { env: { POOL_SIZE: 20 } }],
  ])('refuses %s', (_, change) => {
    expect(check({ ...defaults, ...change })).toBe(false);
  });
});

describe('the check of manifests', () => {
  const valid = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } };

  test('refuses fields that Kubernetes does not know, and values of another type', () => {
    expect(() => checkManifest({ ...valid, spec: { ports: [{ port: 80 }] } })).not.toThrow();
    expect(() => checkManifest({ ...valid, spec: { prots: [] } })).toThrow('Kubernetes knows no /spec/prots');
    expect(() => checkManifest({ ...valid, spec: { ports: [{ port: 'http' }] } })).toThrow();
    expect(() => checkManifest({ ...valid, kind: 'Servise' })).toThrow('Kubernetes knows no Servise');
  });
});
