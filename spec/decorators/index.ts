import { addIdempotencyKey } from './add-idempotency-key.js';
import { addPolicyErrors } from './add-policy-errors.js';
import { addResponseHeaders } from './add-response-headers.js';
import { addSuccessEnvelope } from './add-success-envelope.js';
import { inlineExamples } from './inline-examples.js';
import { markImpossibleErrors } from './mark-impossible-errors.js';

/**
 * Adds what all operations have in common, so that a path file contains only what is specific to it;
 * redocly.bundle.yaml enables these decorators. They are preprocessors of Redocly, which run before lint and bundling,
 * so that both see the same document. Decorators of Redocly run after lint, and their references are not resolved.
 */
export default function plugin() {
  return {
    id: 'decorate',
    preprocessors: {
      oas3: {
        'inline-examples': inlineExamples,
        'add-success-envelope': addSuccessEnvelope,
        'add-response-headers': addResponseHeaders,
        'add-idempotency-key': addIdempotencyKey,
        'mark-impossible-errors': markImpossibleErrors,
        'add-policy-errors': addPolicyErrors,
      },
    },
  };
}
