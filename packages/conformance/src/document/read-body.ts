import { asObject, convertSchema, type Document, follow, type JsonObject } from '@parley/validation';
import type { RequestBody } from './operation.js';
import { readExamples } from './read-examples.js';

export function readBody(document: Document, operation: JsonObject): RequestBody | undefined {
  if (operation.requestBody === undefined) return undefined;
  const body = follow(document, operation.requestBody);
  const media = Object.entries(asObject(body.content)).map(([type, value]) => {
    const holder = asObject(value);
    return {
      type,
      schema: convertSchema(document, holder.schema, { direction: 'request', closed: false }),
      examples: readExamples(document, holder),
      encoding: asObject(holder.encoding),
    };
  });
  return media.length === 0 ? undefined : { required: body.required === true, media };
}
