import type { RuleCases } from '../rule-cases.js';
import { failure, jsonResponse, smallDocument } from '../small-document.js';

export const failureBodyNamesItsKeys: RuleCases = {
  passes: {
    'errors with declared keys': smallDocument({
      operation: { responses: { '404': failure('chat_not_found'), '409': failure('one', 'another') } },
    }),
    'a success, which has no key': smallDocument({ operation: { responses: { '200': jsonResponse({}) } } }),
  },
  fails: {
    'an error with any key': {
      document: smallDocument({ operation: { responses: { '409': failure() } } }),
      messages: [
        'getChat: the 409 response declares no error key. Add a const or an enum to `error.messageKey`.',
      ],
    },
    'an error with a different body': {
      document: smallDocument({ operation: { responses: { '503': { description: 'Away.' } } } }),
      messages: [
        'getChat: the 503 response declares no error key. Add a const or an enum to `error.messageKey`.',
        'getChat: the 503 response is not an error body. Declare `success: { type: boolean, const: false }` and require it.',
      ],
    },
  },
};
