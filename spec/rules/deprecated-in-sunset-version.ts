import { nameOperation } from './name-operation.js';
import { objectOf } from './read-json.js';
import { readMessageKeys, readResponses } from './read-responses.js';
import type { Rule } from './redocly-plugin.js';

/**
 * In a version with a sunset date, every operation is deprecated and declares the response that it returns afterwards.
 */
export const deprecatedInSunsetVersion: Rule = () => {
  let hasSunset = false;
  return {
    Root(root) {
      hasSunset = 'x-sunset-at' in objectOf(root.info);
    },
    Paths: {
      Operation(operation, context) {
        if (!hasSunset) return;
        const name = nameOperation(operation, context);
        if (operation.deprecated !== true) {
          context.report({
            message: `${name} is not deprecated, though its version has a sunset date. Add \`deprecated: true\`.`,
            location: context.location.child(['deprecated']).key(),
          });
        }
        const gone = readResponses(operation, context).find(({ status }) => status === '410');
        if (gone && readMessageKeys(gone, context).includes('version_sunset')) return;
        context.report({
          message: `${name} does not declare 410 \`version_sunset\`, which it returns after the sunset date. Add the response.`,
          location: gone?.location ?? context.location.child(['responses']).key(),
        });
      },
    },
  };
};
