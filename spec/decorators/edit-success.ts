import { isObject, objectOf } from '../rules/read-json.js';
import type { JsonObject } from '../rules/redocly-plugin.js';
import type { EditableNode } from './decorate-operations.js';

/** Replaces the 200 response of an operation. Lint reports a missing one. */
export function editSuccess(operation: EditableNode, edit: (success: JsonObject) => JsonObject): void {
  const responses = objectOf(operation.responses);
  if (isObject(responses['200'])) operation.responses = { ...responses, '200': edit(responses['200']) };
}
