import { findImpossibleErrors } from '../rules/find-impossible-errors.js';
import { followReference } from '../rules/follow-reference.js';
import { objectOf } from '../rules/read-json.js';
import { readMessageKeys } from '../rules/read-responses.js';
import type { Context } from '../rules/redocly-plugin.js';
import { decorateOperations, type EditableNode, insertKey } from './decorate-operations.js';

interface Options {
  /** Major versions that ignore unknown query parameters. */
  readonly ignoringUnknownQuery?: readonly number[];
}

/** Lists in `x-impossible-errors` the declared errors that an operation never returns. */
export const markImpossibleErrors = decorateOperations<Options>(
  (operation, { document, path, context, options: { ignoringUnknownQuery = [] } }) => {
    if ('x-impossible-errors' in operation) return;
    const major = Number.parseInt(String(objectOf(document.info).version), 10);
    const ignoresUnknownQuery = ignoringUnknownQuery.includes(major);
    const impossible = findImpossibleErrors({ operation, path, ignoresUnknownQuery }, context);
    const keys = [...impossible.keys()].filter(
      (key) => key !== 'contact_not_found' || declaresContactNotFound(operation, context),
    );
    if (keys.length > 0) insertKey(operation, 'x-impossible-errors', keys);
  },
);

/** Policy always adds the other two errors, and this one only if the operation declares no 404 itself. */
function declaresContactNotFound(operation: EditableNode, context: Context): boolean {
  const own = objectOf(operation.responses)['404'];
  if (own === undefined) return true;
  const response = followReference(own, context.location.child(['responses', '404']), context);
  return response !== undefined && readMessageKeys(response, context).includes('contact_not_found');
}
