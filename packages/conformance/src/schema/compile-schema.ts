import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../document/json.js';
import { compilePattern } from './keywords.js';

export interface Validator {
  accepts(value: unknown): boolean;
  /** What is wrong with a value, one sentence for each fault, at most ten. */
  explain(value: unknown): string[];
}

const toRegExp = Object.assign((pattern: string) => compilePattern(pattern) ?? /(?:)/u, {
  // Ajv asks for the source of the function, for code that it writes to a file; it writes none here.
  code: 'compilePattern',
});

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  allErrors: true,
  logger: false,
  // Schemas are found by identity below; Ajv would keep them under their text, which is large.
  addUsedSchema: false,
  code: { regExp: toRegExp },
});
addFormats.default(ajv);

const compiled = new WeakMap<JsonObject, Validator>();

/** Compiles a converted schema on first use; one that Ajv cannot compile accepts everything. */
export function compileSchema(schema: JsonObject, notes?: Set<string>): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const validator = compile(schema, notes);
  compiled.set(schema, validator);
  return validator;
}

function compile(schema: JsonObject, notes?: Set<string>): Validator {
  try {
    const validate = ajv.compile(schema);
    const accepts = (value: unknown) => isEndless(() => validate(value)) || validate.errors == null;
    return {
      accepts,
      explain: (value) => (accepts(value) ? [] : (validate.errors ?? []).slice(0, 10).map(describeError)),
    };
  } catch (error) {
    notes?.add(`a schema cannot be compiled, and nothing is checked by it: ${String(error)}`);
    return { accepts: () => true, explain: () => [] };
  }
}

/** A schema that is a part of itself, or a value of thousands of levels, is more than the stack can take. */
function isEndless(validate: () => boolean): boolean {
  try {
    validate();
    return false;
  } catch (error) {
    if (error instanceof Error && error.name === 'RangeError') return true;
    throw error;
  }
}

/** Ajv's messages leave out the key or the value they are about. */
function describeError({ instancePath, message, params }: ErrorObject): string {
  const detail: unknown =
    params.unevaluatedProperty ?? params.additionalProperty ?? params.allowedValue ?? params.allowedValues;
  return `${instancePath || 'the value'} ${message}${detail === undefined ? '' : ` (${JSON.stringify(detail)})`}`;
}

/** Whether a text is of a format; `undefined` when the format is not known here. */
export function isOfFormat(format: string, text: string): boolean | undefined {
  if (!Object.hasOwn(ajv.formats, format)) return undefined;
  return compileSchema(formatSchema(format)).accepts(text);
}

const formatSchemas = new Map<string, JsonObject>();

function formatSchema(format: string): JsonObject {
  const schema = formatSchemas.get(format) ?? { type: 'string', format };
  formatSchemas.set(format, schema);
  return schema;
}
