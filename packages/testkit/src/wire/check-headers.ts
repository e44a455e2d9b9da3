import { compileSchema } from './compile-schema.js';
import { type JsonObject, resolve } from './document.js';

export type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** Declared headers that are required are there, those that are there are valid, and no others of our own are sent. */
export function checkHeaders(document: JsonObject, declared: JsonObject, sent: HeaderValues): string[] {
  const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
  const missingOrWrong = Object.entries(declared).flatMap(([name, header]) =>
    checkHeader(document, { name, header: resolve(document, header) }, sent[name.toLowerCase()]),
  );
  const undeclared = Object.keys(sent)
    .filter((name) => belongsToContract(name) && !names.has(name))
    .map((name) => `header ${name} is sent and not declared`);
  return [...missingOrWrong, ...undeclared];
}

function checkHeader(
  document: JsonObject,
  { name, header }: { name: string; header: JsonObject },
  value: string | string[] | undefined,
): string[] {
  if (value === undefined) return header.required === true ? [`header ${name} is missing`] : [];
  if (Array.isArray(value)) return [`header ${name} is sent ${value.length} times`];
  const schema = resolve(document, header.schema);
  const validate = compileSchema(schema);
  return validate(readValue(schema, value))
    ? []
    : [`header ${name} is ${JSON.stringify(value)}: ${validate.why()}`];
}

/** A header is text; a number in it must be written as plain digits. */
function readValue(schema: JsonObject, value: string): unknown {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value;
}

const contractNames = new Set([
  'deprecation',
  'idempotent-replayed',
  'link',
  'retry-after',
  'sunset',
  'www-authenticate',
]);

/** Instructions to browsers, the same on every answer of the service, documents and files included. */
const browserNames = new Set(['x-content-type-options', 'x-frame-options']);

function belongsToContract(name: string): boolean {
  return contractNames.has(name) || (name.startsWith('x-') && !browserNames.has(name));
}
