import { isObject, type JsonObject } from '@parley/validation';
import { isIdentifier, resourceOfName, resourceOfSegment } from './resource-names.js';
import type { PoolEntry, ValuePool } from './value-pool.js';

export interface Harvest {
  readonly pool: ValuePool;
  /** The resource of the operation's path. */
  readonly resource: string | undefined;
  /** All resources that path parameters of the document identify. */
  readonly resources: ReadonlySet<string>;
  readonly origin: PoolEntry['origin'];
  readonly operationId?: string;
  readonly parents?: Readonly<Record<string, unknown>>;
}

/** Collects every identifier in a response, with the name of the resource that it identifies. */
export function harvest(body: unknown, options: Harvest): void {
  walk(body, options.resource, { ...options, left: 5000 });
}

interface Walk extends Harvest {
  /** The values that have not been visited yet. A stack is used because a response can be very large. */
  left: number;
}

function walk(value: unknown, owner: string | undefined, state: Walk): void {
  if (state.left-- <= 0) return;
  if (Array.isArray(value)) for (const item of value) walk(item, owner, state);
  else if (isObject(value)) walkObject(value, owner, state);
}

function walkObject(value: JsonObject, owner: string | undefined, state: Walk): void {
  const own = value.id ?? value.uuid;
  const isItem = isScalar(own);
  if (isItem && owner !== undefined) add(owner, own, state);
  for (const [name, inner] of Object.entries(value)) {
    if (isScalar(inner)) {
      if (name !== 'id' && name !== 'uuid') addScalar(name, inner, state);
    } else if (Array.isArray(inner) && inner.every(isScalar)) {
      if (isIdentifier(name)) for (const item of inner) add(resourceOfName(name), item, state);
    } else {
      walk(inner, ownerOf(name, { owner, isItem, state }), state);
    }
  }
}

/** `data` only wraps the resource of the path. A `contact` in it, and objects inside items, are other resources. */
function ownerOf(
  name: string,
  { owner, isItem, state }: { owner: string | undefined; isItem: boolean; state: Walk },
): string | undefined {
  const named = resourceOfSegment(name);
  return state.resources.has(named) || isItem ? named : owner;
}

function addScalar(name: string, value: string | number, state: Walk): void {
  const resource = resourceOfName(name);
  if (isIdentifier(name) || state.resources.has(resource)) add(resource, value, state);
}

function add(resource: string, value: unknown, { pool, origin, operationId, parents }: Walk): void {
  if (!isScalar(value) || String(value) === '' || String(value).length > 200) return;
  pool.add(resource, { value, origin, ...(operationId && { operationId }), ...(parents && { parents }) });
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
