import type { JsonObject } from '../document/json.js';
import { type Compiler, createCompiler, type Validator } from './create-compiler.js';

let compiler: Compiler | undefined;

/** Returns one compiler per process, created on first use, so that callers share compiled schemas. */
function sharedCompiler(): Compiler {
  compiler ??= createCompiler();
  return compiler;
}

/** Returns the validator of a schema with the standard formats, compiled once per process. */
export function compileSchema(schema: object): Validator {
  return sharedCompiler().compile(schema);
}

/** Whether a text matches a format; `undefined` when the format is unknown. */
export function isOfFormat(format: string, text: string): boolean | undefined {
  if (!sharedCompiler().knowsFormat(format)) return undefined;
  return compileSchema(formatSchema(format)).accepts(text);
}

const formatSchemas = new Map<string, JsonObject>();

function formatSchema(format: string): JsonObject {
  const schema = formatSchemas.get(format) ?? { type: 'string', format };
  formatSchemas.set(format, schema);
  return schema;
}
