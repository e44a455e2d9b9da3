import { followReference } from './follow-reference.js';
import { isObject, objectOf, stringsOf } from './read-json.js';
import { readObjectSchema } from './read-object-schema.js';
import type { Context, JsonObject, Placed } from './redocly-plugin.js';

export interface DeclaredResponse extends Placed {
  readonly status: string;
}

/** Returns the responses of the visited operation, with references followed. */
export function readResponses(operation: JsonObject, context: Context): DeclaredResponse[] {
  return Object.entries(objectOf(operation.responses)).flatMap(([status, value]) => {
    const response = followReference(value, context.location.child(['responses', status]), context);
    return response ? [{ status, ...response }] : [];
  });
}

/** Returns the schema of the JSON body of a request or a response. */
export function readJsonSchema(holder: Placed, context: Context): Placed | undefined {
  const mediaType = objectOf(holder.node.content)['application/json'];
  if (!isObject(mediaType)) return undefined;
  const location = holder.location.child(['content', 'application/json', 'schema']);
  return followReference(mediaType.schema, location, context);
}

/** Returns the error keys of an error response, declared with `const` or `enum`. */
export function readMessageKeys(response: Placed, context: Context): string[] {
  const body = readJsonSchema(response, context);
  const errors = body ? readObjectSchema(body, context).properties.get('error') : undefined;
  const keys = (errors ?? []).flatMap(
    (error) => readObjectSchema(error, context).properties.get('messageKey') ?? [],
  );
  return keys.flatMap(({ node }) => (typeof node.const === 'string' ? [node.const] : stringsOf(node.enum)));
}
