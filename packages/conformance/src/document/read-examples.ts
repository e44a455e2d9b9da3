import { asArray, asObject, type Document, follow, type JsonObject } from '@parley/validation';

/** Returns the examples of a parameter or a media type, its own before those of its schema. */
export function readExamples(document: Document, holder: JsonObject): unknown[] {
  const named = Object.values(asObject(holder.examples)).map((example) => follow(document, example));
  const schema = follow(document, holder.schema);
  return [
    ...(holder.example === undefined ? [] : [holder.example]),
    ...named.filter((example) => example.value !== undefined).map((example) => example.value),
    ...asArray(schema.examples),
    ...(schema.example === undefined ? [] : [schema.example]),
  ];
}
