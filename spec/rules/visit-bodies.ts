import { followReference } from './follow-reference.js';
import { isObject, objectOf } from './read-json.js';
import { readResponses } from './read-responses.js';
import type { Context, JsonObject, Placed, Visitor } from './redocly-plugin.js';

/** The sender of a body: a caller, or the service, whose events have the form of its responses. */
export type Direction = 'request' | 'response';

export type VisitBody = (schema: Placed, direction: Direction, context: Context) => void;

/**
 * Visits the schema of every body, in operations and in webhooks. Most bodies are errors, which share a few schemas: each is
 * visited once as a request and once as a response.
 */
export function visitBodies(visit: VisitBody): Visitor {
  const visited = new Set<string>();
  const visitHolder = (holder: Placed, direction: Direction, context: Context): void => {
    for (const [mediaType, content] of Object.entries(objectOf(holder.node.content))) {
      if (!isObject(content)) continue;
      const at = holder.location.child(['content', mediaType, 'schema']);
      const schema = followReference(content.schema, at, context);
      const visiting = `${direction} ${schema?.location.absolutePointer}`;
      if (schema === undefined || visited.has(visiting)) continue;
      visited.add(visiting);
      visit(schema, direction, context);
    }
  };
  const visitOperation = (requests: Direction) => (operation: JsonObject, context: Context) => {
    const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
    if (body) visitHolder(body, requests, context);
    for (const response of readResponses(operation, context)) visitHolder(response, 'response', context);
  };
  return {
    Paths: { Operation: visitOperation('request') },
    WebhooksMap: { Operation: visitOperation('response') },
  };
}
