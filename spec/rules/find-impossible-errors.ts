import { followReference } from './follow-reference.js';
import { readObjectSchema } from './read-object-schema.js';
import { readJsonSchema } from './read-responses.js';
import type { Context, JsonObject } from './redocly-plugin.js';

export interface PolicyOfOperation {
  readonly operation: JsonObject;
  readonly path: string;
  /** Whether the version accepts any query: then a request without a body cannot be invalid. */
  readonly ignoresUnknownQuery: boolean;
}

/** Finds the errors that cannot happen, each with the reason. */
export function findImpossibleErrors(
  { operation, path, ignoresUnknownQuery }: PolicyOfOperation,
  context: Context,
): Map<string, string> {
  const impossible = new Map<string, string>();
  if (ignoresUnknownQuery && operation.requestBody === undefined)
    impossible.set('invalid_body_params', 'it has no body and ignores unknown query parameters');
  if (operation['x-plan-feature'] === undefined)
    impossible.set('insufficient_billing_plan', 'it has no `x-plan-feature`');
  if (context.key === 'delete')
    impossible.set('contact_not_found', 'a deletion succeeds and lists the ids that it found');
  else if (!path.includes('{contactId}') && !takesContactId(operation, context))
    impossible.set('contact_not_found', 'it does not refer to a contact');
  return impossible;
}

function takesContactId(operation: JsonObject, context: Context): boolean {
  const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
  const schema = body && readJsonSchema(body, context);
  return schema !== undefined && readObjectSchema(schema, context).properties.has('contactId');
}
