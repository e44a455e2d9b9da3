import { nameOperation } from './name-operation.js';
import { objectOf } from './read-json.js';
import type { Rule } from './redocly-plugin.js';

/** Success is 200 for every operation, and each error has its own status: callers and the tests rely on both. */
export const responseStatusIsExact: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      for (const status of Object.keys(objectOf(operation.responses))) {
        if (status === '200' || /^[45]\d\d$/.test(status) || status.startsWith('x-')) continue;
        context.report({
          message: `${nameOperation(operation, context)} declares \`${status}\`. Declare 200 for success, and a 4xx or 5xx status for each error.`,
          location: context.location.child(['responses', status]).key(),
        });
      }
    },
  },
});
