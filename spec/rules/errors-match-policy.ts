import { findImpossibleErrors } from './find-impossible-errors.js';
import { nameOperation } from './name-operation.js';
import { stringsOf } from './read-json.js';
import { readMessageKeys, readResponses } from './read-responses.js';
import type { Context, JsonObject, Rule } from './redocly-plugin.js';

interface Options {
  /** Whether the version accepts any query, so that a request without a body cannot be invalid. */
  readonly ignoresUnknownQuery?: boolean;
}

/**
 * The specification lists seven errors for every operation. `x-impossible-errors` names the errors that the operation never
 * returns, so that typed clients can omit them. This rule derives them from the rest of the operation and compares.
 */
export const errorsMatchPolicy: Rule<Options> = ({ ignoresUnknownQuery = false }) => {
  let path = '';
  return {
    Paths: {
      PathItem: {
        enter(_item, context) {
          path = String(context.key);
        },
        Operation(operation, context) {
          const impossible = findImpossibleErrors({ operation, path, ignoresUnknownQuery }, context);
          checkMark(operation, impossible, context);
          checkBodyErrors(operation, context);
        },
      },
    },
  };
};

function checkMark(operation: JsonObject, impossible: ReadonlyMap<string, string>, context: Context): void {
  const name = nameOperation(operation, context);
  const declared = readDeclared(operation, context);
  const marked = stringsOf(operation['x-impossible-errors']);
  for (const [key, reason] of impossible) {
    if (!declared.includes(key) || marked.includes(key)) continue;
    context.report({
      message: `${name} never returns \`${key}\`, since ${reason}. Add it to \`x-impossible-errors\`.`,
    });
  }
  for (const key of marked) {
    if (impossible.has(key) && declared.includes(key)) continue;
    context.report({
      message: `${name} ${impossible.has(key) ? 'does not declare' : 'can return'} \`${key}\`. Remove it from \`x-impossible-errors\`.`,
      location: context.location.child(['x-impossible-errors']).key(),
    });
  }
}

/**
 * A request body can be too large or have another media type; an operation without a body cannot return these errors.
 */
function checkBodyErrors(operation: JsonObject, context: Context): void {
  const name = nameOperation(operation, context);
  const declared = readDeclared(operation, context);
  const takesBody = operation.requestBody !== undefined;
  for (const key of ['payload_too_large', 'unsupported_media_type']) {
    if (declared.includes(key) === takesBody) continue;
    context.report({
      message: takesBody
        ? `${name} has a body but does not declare \`${key}\`. Add the response.`
        : `${name} declares \`${key}\` but has no body. Remove the response.`,
    });
  }
}

function readDeclared(operation: JsonObject, context: Context): string[] {
  return readResponses(operation, context).flatMap((response) => readMessageKeys(response, context));
}
