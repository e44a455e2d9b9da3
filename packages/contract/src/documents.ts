import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from './open-api-document.js';

export type * from './open-api-document.js';

/** The bundled documents. They are shared and therefore frozen; use `structuredClone` to change one. */
export const v3Document = loadDocument('v3');
export const v2Document = loadDocument('v2');

function loadDocument(version: string): OpenApiDocument {
  const text = readFileSync(new URL(`./generated/${version}.json`, import.meta.url), 'utf8');
  return freeze(JSON.parse(text));
}

/** A function that `JSON.parse` calls for each value would take half as long again. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
