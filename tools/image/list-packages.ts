import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listManifests, listModules } from './list-files.js';

/** The form of CycloneDX 1.5, as far as it is used here. */
export interface PackageList {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly version: 1;
  readonly metadata: { readonly timestamp: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly type: 'library' | 'application';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly [{ readonly expression: string }];
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
}

interface Package {
  /** Below the root of the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  /** The form of old packages. */
  readonly licenses?: readonly { readonly type?: string }[];
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: object;
}

/**
 * Lists the packages whose modules the programs of the image contain. `npm sbom --omit=dev` would list the PostgreSQL of `npm
 * start` too, and would leave out every package that the root also has as a dependency of development, such as `pg`.
 */
export async function listPackages(root: string): Promise<PackageList> {
  // A bundle does not show its packages, so the modules are read from which it is made.
  const manifests = listManifests(root, await listModules(root, 'modules'));
  const [service, ...packages] = manifests.flatMap((path) => readPackage(root, path));
  if (service === undefined) throw new Error('The root has no package.json.');
  const lock: { packages: Record<string, { integrity?: string }> } = readJson(root, 'package-lock.json');
  const components = packages.map((one) => describe(one, lock.packages[one.folder]?.integrity));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { ...describe(service, undefined), type: 'application' },
    },
    components: [...new Map(components.map((one) => [one['bom-ref'], one])).values()],
    dependencies: listDependencies(service, packages),
  };
}

/** A folder can have a manifest without a name, which only says that its modules are ES modules. */
function readPackage(root: string, path: string): Package[] {
  const manifest: Partial<Manifest> = readJson(root, path);
  const { name, version } = manifest;
  if (name === undefined || version === undefined) return [];
  return [{ folder: dirname(path), manifest: { ...manifest, name, version } }];
}

function readJson(root: string, path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function describe({ manifest }: Package, integrity: string | undefined): Component {
  const { name, version } = manifest;
  const license = typeof manifest.license === 'string' ? manifest.license : manifest.licenses?.[0]?.type;
  const [, hash] = /^sha512-(\S+)/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': refOf(manifest),
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] as const }),
    ...(hash && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] as const,
    }),
  };
}

const refOf = ({ name, version }: Manifest) => `${name}@${version}`;

function listDependencies(service: Package, packages: readonly Package[]): PackageList['dependencies'] {
  const byFolder = new Map(packages.map((one) => [one.folder, one.manifest]));
  const ours = packages.filter(({ folder }) => !folder.includes('node_modules'));
  const workspaces = new Map(ours.map(({ manifest }) => [manifest.name, manifest]));
  const found = new Map<string, readonly string[]>();
  for (const { folder, manifest } of packages) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
    const names = Object.keys({
      ...{ ...dependencies, ...optionalDependencies, ...peerDependencies, ...peerDependenciesMeta },
    });
    const needed = names.flatMap((name) => workspaces.get(name) ?? findNearest(byFolder, folder, name));
    found.set(refOf(manifest), [...new Set(needed.map(refOf))].sort());
  }
  found.set(refOf(service.manifest), ours.map(({ manifest }) => refOf(manifest)).sort());
  return [...found].map(([ref, dependsOn]) => ({ ref, dependsOn }));
}

/** Finds a package as Node does: in the `node_modules` of the folder, or of one above it. */
function findNearest(byFolder: ReadonlyMap<string, Manifest>, folder: string, name: string): Manifest[] {
  for (let place = folder; ; place = dirname(place)) {
    const found = byFolder.get(join(place, 'node_modules', name));
    if (found) return [found];
    if (place === '.') return [];
  }
}
