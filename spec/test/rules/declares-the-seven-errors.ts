import type { RuleCases } from '../rule-cases.js';
import { failure, smallDocument } from '../small-document.js';

const seven = {
  '400': failure('invalid_body_params'),
  '401': failure('unauthorized'),
  '402': failure('insufficient_billing_plan'),
  '403': failure('forbidden'),
  '404': failure('chat_not_found', 'contact_not_found'),
  '429': failure('too_many_requests'),
  '500': failure('internal_error'),
};

const { '429': _, ...sixOfThem } = seven;

export const declaresTheSevenErrors: RuleCases = {
  passes: {
    'an operation with all seven': smallDocument({ operation: { responses: seven } }),
    'a webhook, which the service calls itself': smallDocument({
      operation: { responses: seven },
      webhooks: { chatUpdated: { post: { operationId: 'chatUpdated', responses: {} } } },
    }),
    'a response behind a reference': smallDocument({
      operation: { responses: { ...seven, '403': { $ref: '#/components/responses/Forbidden' } } },
      components: { responses: { Forbidden: failure('forbidden') } },
    }),
  },
  fails: {
    'a missing status': {
      document: smallDocument({ operation: { responses: sixOfThem } }),
      messages: [
        'getChat does not declare 429 `too_many_requests`. Add the response: every v3 operation lists the seven errors.',
      ],
    },
    'a status with another key': {
      document: smallDocument({ operation: { responses: { ...seven, '404': failure('chat_not_found') } } }),
      messages: [
        'getChat: the 404 response does not list `contact_not_found`. Add it to the const or enum of `error.messageKey`.',
      ],
    },
  },
};
