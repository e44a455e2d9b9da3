import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { shopDocument } from './shop-document.js';

// This server has its own validator, so that a defect of `@parley/validation` cannot hide itself.
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const { NewItem, Order } = shopDocument.components.schemas;
const validators = { NewItem: ajv.compile(NewItem), Order: ajv.compile(Order) };

/** Returns the errors of a body by field; each is named like a kind of mutation. */
export function checkBody(schema: keyof typeof validators, value: unknown): Record<string, string> {
  const validate = validators[schema];
  if (validate(value)) return {};
  return Object.fromEntries(
    (validate.errors ?? []).map((error) => [fieldOf(error), reasons[error.keyword] ?? 'wrong-type']),
  );
}

const reasons: Readonly<Record<string, string>> = {
  required: 'missing-required',
  type: 'wrong-type',
  minimum: 'out-of-range',
  maximum: 'out-of-range',
  minLength: 'out-of-range',
  maxLength: 'out-of-range',
  maxItems: 'out-of-range',
  enum: 'not-in-enum',
  format: 'bad-format',
  pattern: 'bad-format',
  additionalProperties: 'unknown-key',
};

function fieldOf({ instancePath, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  const key: unknown = params.missingProperty ?? params.additionalProperty;
  return [...path, ...(key === undefined ? [] : [key])].join('.') || 'body';
}
