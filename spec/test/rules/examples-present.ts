import type { RuleCases } from '../rule-cases.js';
import { jsonBody, smallDocument } from '../small-document.js';

const bytes = { description: 'The file.', content: { 'application/octet-stream': { schema: {} } } };
const examples = { one: { value: {} } };

export const examplesPresent: RuleCases = {
  passes: {
    'bodies with examples': smallDocument({
      operation: {
        requestBody: jsonBody({}, { examples }),
        responses: { '200': { description: 'Done.', ...jsonBody({}, { example: null }) } },
      },
    }),
    'the bytes of a file': smallDocument({
      operation: { responses: { '200': bytes } },
    }),
    'a response without a body': smallDocument({
      operation: { responses: { '200': { description: 'Done.' } } },
    }),
  },
  fails: {
    'a request body without an example': {
      document: smallDocument({ operation: { requestBody: jsonBody({}) } }),
      messages: ['This request body has no example. Add `examples` beside its schema.'],
    },
    'a response with an empty list of examples': {
      document: smallDocument({
        operation: { responses: { '200': { description: 'Done.', ...jsonBody({}, { examples: {} }) } } },
      }),
      messages: ['This response has no example. Add `examples` beside its schema.'],
    },
    'an example without a value': {
      document: smallDocument({
        operation: { requestBody: jsonBody({}, { examples: { ...examples, two: { summary: 'Two' } } }) },
      }),
      messages: ['The example `two` of this request body has no `value`. Add it.'],
    },
    'a webhook without one': {
      document: smallDocument({ webhooks: { chatUpdated: { post: { requestBody: jsonBody({}) } } } }),
      messages: ['This request body has no example. Add `examples` beside its schema.'],
    },
  },
};
