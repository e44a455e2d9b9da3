import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

function withHeader(header: object): object {
  return smallDocument({
    operation: { responses: { '200': { description: 'Done.', headers: { 'Retry-After': header } } } },
  });
}

export const headerExamplesMatch: RuleCases = {
  passes: {
    'a right example': withHeader({ schema: { type: 'integer', minimum: 0 }, example: 30 }),
    'a header without one': withHeader({ schema: { type: 'integer' } }),
  },
  fails: {
    'a wrong example': {
      document: withHeader({ schema: { type: 'integer' }, example: 'soon' }),
      messages: ['The example of this header does not match its schema: it must be integer.'],
    },
    'a wrong named example': {
      document: withHeader({
        schema: { type: 'string', format: 'uuid' },
        examples: { odd: { value: 'not an id' } },
      }),
      messages: ['The example of this header does not match its schema: it must match format "uuid".'],
    },
  },
};
