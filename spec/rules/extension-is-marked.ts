import { nameOperation } from './name-operation.js';
import type { Rule } from './redocly-plugin.js';

/** An operation that the published specification does not list is marked as an extension; `specified` is that list. */
export const extensionIsMarked: Rule<{ specified?: string[] }> = ({ specified = [] }) => {
  let path = '';
  return {
    Paths: {
      PathItem: {
        enter(_item, { key }) {
          path = String(key);
        },
        Operation(operation, context) {
          const call = `${String(context.key).toUpperCase()} ${path}`;
          const isSpecified = specified.includes(call);
          if (isSpecified !== (operation['x-extension'] === true)) return;
          const name = nameOperation(operation, context);
          context.report({
            message: isSpecified
              ? `${name} (${call}) is in the published specification. Remove \`x-extension\`.`
              : `${name} (${call}) is not in the published specification. Add \`x-extension: true\`.`,
            location: context.location.child([isSpecified ? 'x-extension' : 'operationId']).key(),
          });
        },
      },
    },
  };
};
