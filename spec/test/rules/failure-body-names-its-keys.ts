import type { RuleCases } from '../rule-cases.js';
import { failure, jsonResponse, smallDocument } from '../small-document.js';

export const failureBodyNamesItsKeys: RuleCases = {
  passes: {
    'failures that fix or list their keys': smallDocument({
      operation: { responses: { '404': failure('chat_not_found'), '409': failure('one', 'another') } },
    }),
    'a success, which has no key': smallDocument({ operation: { responses: { '200': jsonResponse({}) } } }),
  },
  fails: {
    'a failure with any key': {
      document: smallDocument({ operation: { responses: { '409': failure() } } }),
      messages: [
        'getChat: the 409 response names no error key. Fix `error.messageKey` by const, or list its keys by enum.',
      ],
    },
    'a failure with a body of its own': {
      document: smallDocument({ operation: { responses: { '503': { description: 'Away.' } } } }),
      messages: [
        'getChat: the 503 response names no error key. Fix `error.messageKey` by const, or list its keys by enum.',
        'getChat: the 503 response is not a failure body. Declare `success: { type: boolean, const: false }` and require it.',
      ],
    },
  },
};
