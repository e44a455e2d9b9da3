import type { FieldMigration, OperationMigration } from '@parley/contract/migration';
import { type Found, findValues, putValue } from './field-path.js';

export interface PlainRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Returns the v3 request that the contract declares as equivalent to a v2 request. */
export function translateRequest(
  { request: fields }: OperationMigration,
  request: PlainRequest,
): PlainRequest {
  const legacy = { path: request.params ?? {}, body: request.body ?? {} };
  const target: { path: Record<string, string>; body?: unknown } = { path: {} };
  for (const field of fields) {
    const { to } = field;
    if (to === null || to.endsWith('{key}')) continue;
    for (const found of findValues(legacy, field.from)) {
      if (to.endsWith('{}')) putNamed(target, { field, fields, legacy, found });
      else putAll(target, to, field, found);
    }
  }
  const { path: params, body } = target;
  return { params, ...(body !== undefined && { body }) };
}

interface NamedValue {
  readonly field: FieldMigration;
  readonly fields: readonly FieldMigration[];
  readonly legacy: object;
  readonly found: Found;
}

/** Puts the value of a pair under the name in the same pair. */
function putNamed(target: object, { field, fields, legacy, found }: NamedValue): void {
  const base = String(field.to).slice(0, -'{}'.length);
  const names = fields.find(({ to }) => to === `${base}{key}`);
  const name = findValues(legacy, names?.from ?? '').find(
    ({ places }) => String(places) === String(found.places),
  );
  putValue(target, `${base}.${String(name?.value)}`, { value: found.value, places: [] });
}

/** One value may be split into several, each of which becomes an item with copies of the other fields. */
function putAll(target: object, to: string, field: FieldMigration, { value, places }: Found): void {
  const values = field.values ? [field.values[String(value)]].flat() : [value];
  const [list] = /^.*?(?=\[\])/.exec(to) ?? [];
  const present = list === undefined ? [] : findValues(target, `${list}[]`);
  const count = places.length > 0 || list === undefined ? 1 : Math.max(values.length, present.length);
  for (let index = 0; index < count; index += 1) {
    const at = places.length > 0 || list === undefined ? places : [index];
    const text = values[index] ?? values[0];
    const written = field.template ? field.template.replace('{value}', String(text)) : text;
    putValue(target, to, { value: written, places: at });
    for (const [path, other] of Object.entries(field.with ?? {}))
      putValue(target, path, { value: other, places: at });
  }
}
