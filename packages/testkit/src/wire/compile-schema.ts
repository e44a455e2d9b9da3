import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from './document.js';

export type Validate = ((value: unknown) => boolean) & { why(): string };

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

const compiled = new WeakMap<JsonObject, Validate>();

/** Compiles a schema on first use. */
export function compileSchema(schema: JsonObject): Validate {
  const known = compiled.get(schema);
  if (known) return known;
  const validator = ajv.compile(schema);
  const validate = Object.assign((value: unknown) => validator(value), {
    why: () => (validator.errors ?? []).map(describeError).join('; '),
  });
  compiled.set(schema, validate);
  return validate;
}

/** Ajv's messages leave out the key or the value they are about. */
function describeError({ instancePath, message, params }: ErrorObject): string {
  const detail: unknown =
    params.unevaluatedProperty ?? params.additionalProperty ?? params.allowedValue ?? params.allowedValues;
  return `${instancePath || 'it'} ${message}${detail === undefined ? '' : ` (${JSON.stringify(detail)})`}`;
}
