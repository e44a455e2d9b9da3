import { asArray, asObject, isObject, type JsonObject, type Schema, toSchema } from '@parley/validation';
import { expandSchema, type FlatSchema } from '../schema/expand-schema.js';
import { validatorOf } from '../schema/validator-of.js';

/** A part of a value that can be changed, with its schema. */
export interface Site {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** The branch that the value matches, merged with the keywords that apply to all branches. */
  readonly schema: FlatSchema;
  readonly least: number;
}

/** Lists every site of a valid value, outer ones first. */
export function listSites(schema: JsonObject, value: unknown): Site[] {
  const sites: Site[] = [];
  visit(schema, value, {
    sites,
    definitions: asObject(schema.$defs),
    path: [],
    least: Number.POSITIVE_INFINITY,
  });
  return sites;
}

interface Visit {
  readonly sites: Site[];
  readonly definitions: JsonObject;
  readonly path: readonly (string | number)[];
  /** The depth of the outermost union above the site. */
  readonly least: number;
}

const mostSites = 400;

function visit(schema: Schema, value: unknown, state: Visit): void {
  const { sites, definitions, path } = state;
  if (sites.length >= mostSites) return;
  const ways = expandSchema(schema, definitions);
  const flat = ways.length > 1 ? ways.find((way) => accepts(way, definitions, value)) : ways[0];
  if (!flat) return;
  const least = ways.length > 1 ? Math.min(state.least, Math.max(path.length, 1)) : state.least;
  sites.push({ path, value, schema: flat, least });
  for (const [key, inner] of childrenOf(flat, value)) {
    const child = isObject(value) ? value[key] : asArray(value)[Number(key)];
    visit(inner, child, { ...state, path: [...path, key], least });
  }
}

function childrenOf(flat: FlatSchema, value: unknown): [string | number, Schema][] {
  if (isObject(value)) {
    const properties = asObject(flat.properties);
    return Object.keys(value).flatMap((key): [string, Schema][] => {
      if (Object.hasOwn(properties, key)) return [[key, toSchema(properties[key])]];
      return isObject(flat.additionalProperties) ? [[key, flat.additionalProperties]] : [];
    });
  }
  const first = asArray(flat.prefixItems);
  return asArray(value).map((_, index) => [index, toSchema(first[index] ?? flat.items)]);
}

const wholes = new WeakMap<FlatSchema, JsonObject>();

function accepts(flat: FlatSchema, definitions: JsonObject, value: unknown): boolean {
  const whole = wholes.get(flat) ?? { ...flat, $defs: definitions };
  wholes.set(flat, whole);
  return validatorOf(whole).accepts(value);
}
