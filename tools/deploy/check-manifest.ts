import { createRequire } from 'node:module';
import type { Manifest } from './render-chart.js';

interface Model {
  validate(): void;
}

const require = createRequire(import.meta.url);

/** Throws unless the manifest is valid by the schemas of Kubernetes, and has no field that they do not know. */
export function checkManifest(manifest: Manifest): void {
  const { apiVersion, kind } = manifest;
  const models: Readonly<Record<string, { readonly prototype: Model }>> = require(
    `kubernetes-models/${apiVersion}`,
  );
  const Kind = models[kind];
  if (Kind === undefined) throw new Error(`Kubernetes knows no ${kind} in ${apiVersion}.`);
  const unread = new Set<string>();
  // Without its constructor, which would read and copy every field.
  Kind.prototype.validate.call(watch(manifest, '', unread));
  if (unread.size > 0) throw new Error(`Kubernetes knows no ${[...unread].join(', ')} in a ${kind}.`);
}

/** The compiled schemas accept unknown fields, but never read them: so a field that nobody has read is unknown. */
function watch(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner = new Map(
    Object.entries(value).map(([name, item]) => [name, watch(item, `${path}/${name}`, unread)]),
  );
  for (const name of inner.keys()) unread.add(`${path}/${name}`);
  return new Proxy(value, {
    get(target, name) {
      if (typeof name !== 'string' || !inner.has(name)) return Reflect.get(target, name);
      unread.delete(`${path}/${name}`);
      return inner.get(name);
    },
  });
}
