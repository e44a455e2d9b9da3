export { createDocument, type Document, findReference, follow } from './document/document.js';
export { asArray, asObject, asText, isObject, isSameJson, type JsonObject, own } from './document/json.js';
export { validatorsOf } from './document-validators.js';
export { compileSchema, isOfFormat } from './schema/compile-schema.js';
export { convertSchema, type Schema, toSchema } from './schema/convert-schema.js';
export {
  createCompiler,
  type Validator,
} from './schema/create-compiler.js';
export { compilePattern } from './schema/keywords.js';
export { describeError, describeErrors, type SchemaError } from './schema/schema-error.js';
