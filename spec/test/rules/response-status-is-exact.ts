import type { RuleCases } from '../rule-cases.js';
import { failure, jsonResponse, smallDocument } from '../small-document.js';

const done = jsonResponse({});

function responding(responses: object): object {
  return smallDocument({ operation: { responses } });
}

function refusal(status: string): string {
  return `getChat declares \`${status}\`. Declare 200 for success, and a 4xx or 5xx status for each error.`;
}

export const responseStatusIsExact: RuleCases = {
  passes: {
    'a success and errors': responding({ '200': done, '404': failure('gone'), '503': failure('away') }),
    'a webhook, whose receiver chooses the response': smallDocument({
      webhooks: { chatUpdated: { post: { responses: { '2XX': { description: 'Taken.' }, default: done } } } },
    }),
  },
  fails: {
    'another success': { document: responding({ '200': done, '201': done }), messages: [refusal('201')] },
    'a redirect': { document: responding({ '200': done, '302': done }), messages: [refusal('302')] },
    'a response for everything else': {
      document: responding({ '200': done, default: failure('internal_error') }),
      messages: [refusal('default')],
    },
    'ranges of statuses': {
      document: responding({ '2XX': done, '4XX': failure('gone') }),
      messages: [refusal('2XX'), refusal('4XX')],
    },
  },
};
