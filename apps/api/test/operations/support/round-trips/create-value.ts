import { nextNumber } from '@parley/testkit';
import { compilePattern } from '@parley/validation';
import { completeObject } from './complete-object.js';
import { findKnownValue } from './known-values.js';
import type { PreparedWorld } from './prepare-world.js';
import { itemsOf, propertiesOf, type RequestSchema, requiredOf, variantsOf } from './request-schema.js';

export interface Wanted {
  /** The names of the properties around the value and of its own, for example `labels` and `id`. */
  readonly names: readonly string[];
  readonly schema: RequestSchema;
  /** The value that is stored now, where the new one must differ from it. */
  readonly current?: unknown;
}

/** Creates a value that the contract accepts and that no other field has. */
export function createValue(world: PreparedWorld, { names, schema: declared, current }: Wanted): unknown {
  const [variant = declared] = variantsOf(declared);
  const { schema } = variant;
  const known = findKnownValue(world, names, current);
  if (known !== undefined) return known;
  const items = itemsOf(variant);
  if (items) return [createValue(world, { names, schema: items })];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return chooseOther(schema.enum, current ?? schema.default);
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'boolean':
      return !(current ?? schema.default ?? false);
    case 'integer':
      return createInteger(schema);
    case 'object':
      return createObject(world, { names, schema: variant });
    default:
      return createText(names, variant);
  }
}

/** Creates an object with the required properties and the given ones. */
export function createObject(
  world: PreparedWorld,
  { names, schema }: Wanted,
  given: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const properties = propertiesOf(schema);
  if (properties.length === 0) return { [`key${nextNumber()}`]: `Entry ${nextNumber()}` };
  const required = properties.filter(([name]) => requiredOf(schema).includes(name) && !(name in given));
  const created = required.map(([name, property]) => [
    name,
    createValue(world, { names: [...names, name], schema: property }),
  ]);
  const rule = completeObject(world, schema.component, given);
  return { ...Object.fromEntries(created), ...rule, ...given };
}

function createInteger({ minimum = 0, maximum }: RequestSchema['schema']): number {
  const above = Math.min(90, Number(maximum ?? Number.POSITIVE_INFINITY) - Number(minimum));
  return Number(minimum) + 1 + (nextNumber() % above);
}

function createText(names: readonly string[], { schema }: RequestSchema): string {
  const name = names.at(-1) ?? '';
  const candidates = [
    `${name} ${nextNumber()}`,
    `${name}${nextNumber()}`,
    `#${String(nextNumber()).padStart(6, '0')}`,
    `https://partner.example/${name}/${nextNumber()}`,
    new Date(Date.UTC(2027, 0, 1, 9, nextNumber())).toISOString(),
  ];
  const pattern = typeof schema.pattern === 'string' ? compilePattern(schema.pattern) : undefined;
  const text = candidates.find((one) => (pattern?.test(one) ?? true) && matchesFormat(one, schema.format));
  if (text === undefined)
    throw new Error(`No text is known for ${names.join('.')}; add one to known-values.ts.`);
  return text;
}

function matchesFormat(text: string, format: unknown): boolean {
  if (format === 'uri') return URL.canParse(text);
  if (format === 'date-time') return /^\d{4}-.*Z$/.test(text);
  // An id must be that of a record.
  return format !== 'uuid';
}

function chooseOther(values: readonly unknown[], current: unknown): unknown {
  return values.find((value) => value !== null && value !== current);
}
