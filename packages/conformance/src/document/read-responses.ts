import { asObject, convertSchema, type Document, follow, type JsonObject } from '@parley/validation';
import type { DeclaredResponse, ResponseHeader } from './operation.js';
import { readExamples } from './read-examples.js';

/**
 * Returns the responses that an operation declares; with `closed`, a body may contain only what its schema declares.
 */
export function readResponses(
  document: Document,
  operation: JsonObject,
  closed: boolean,
): DeclaredResponse[] {
  return Object.entries(asObject(operation.responses))
    .filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status))
    .map(([status, value]) => {
      const response = follow(document, value);
      return {
        status: status.toLowerCase() === 'default' ? 'default' : status.toUpperCase(),
        headers: readHeaders(document, response),
        media: Object.entries(asObject(response.content)).map(([type, media]) => {
          const holder = asObject(media);
          const examples = readExamples(document, holder);
          if (holder.schema === undefined) return { type, schema: undefined, examples };
          return {
            type,
            schema: convertSchema(document, holder.schema, { direction: 'response', closed }),
            examples,
          };
        }),
      };
    });
}

function readHeaders(document: Document, response: JsonObject): ResponseHeader[] {
  return Object.entries(asObject(response.headers))
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, value]) => {
      const header = follow(document, value);
      return {
        name,
        required: header.required === true,
        schema: convertSchema(document, header.schema, { direction: 'response', closed: false }),
      };
    });
}
