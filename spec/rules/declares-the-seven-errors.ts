import { nameOperation } from './name-operation.js';
import { readMessageKeys, readResponses } from './read-responses.js';
import type { Rule } from './redocly-plugin.js';

const sevenErrors = [
  ['400', 'invalid_body_params'],
  ['401', 'unauthorized'],
  ['402', 'insufficient_billing_plan'],
  ['403', 'forbidden'],
  ['404', 'contact_not_found'],
  ['429', 'too_many_requests'],
  ['500', 'internal_error'],
] as const;

/** The specification lists the same seven errors for every v3 operation. */
export const declaresTheSevenErrors: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      const name = nameOperation(operation, context);
      const responses = new Map(
        readResponses(operation, context).map((response) => [response.status, response]),
      );
      for (const [status, messageKey] of sevenErrors) {
        const response = responses.get(status);
        if (response && readMessageKeys(response, context).includes(messageKey)) continue;
        context.report({
          message: response
            ? `${name}: the ${status} response does not list \`${messageKey}\`. Add it to the const or enum of \`error.messageKey\`.`
            : `${name} does not declare ${status} \`${messageKey}\`. Add the response: every v3 operation lists the seven errors.`,
          location: response?.location ?? context.location.child(['responses']).key(),
        });
      }
    },
  },
});
