export { createDocument, type Document, findReference, follow } from './document/document.js';
export { asArray, asObject, asText, isObject, isSameJson, type JsonObject, own } from './document/json.js';
export { type DocumentValidators, validatorsOf } from './document-validators.js';
export { compileSchema, isOfFormat } from './schema/compile-schema.js';
export { convertSchema, type Reading, type Schema, toSchema } from './schema/convert-schema.js';
export {
  type Compiler,
  type CompilerOptions,
  createCompiler,
  type Validator,
} from './schema/create-compiler.js';
export { compilePattern } from './schema/keywords.js';
export { describeError, describeErrors, type SchemaError } from './schema/schema-error.js';
