import { beforeAll, describe, expect, it } from '@jest/globals';
import plugin from '../decorators/index.js';
import { allowForTools } from './allow-for-tools.js';
import { bundleCases } from './bundle-cases.js';
import type { DecoratorCases } from './decorator-cases.js';
import { addIdempotencyKey } from './decorators/add-idempotency-key.js';
import { addPolicyErrors } from './decorators/add-policy-errors.js';
import { addResponseHeaders } from './decorators/add-response-headers.js';
import { addSuccessEnvelope } from './decorators/add-success-envelope.js';
import { inlineExamples } from './decorators/inline-examples.js';
import { markImpossibleErrors } from './decorators/mark-impossible-errors.js';

allowForTools();

const cases: Record<string, DecoratorCases> = {
  'inline-examples': inlineExamples,
  'add-success-envelope': addSuccessEnvelope,
  'add-response-headers': addResponseHeaders,
  'add-idempotency-key': addIdempotencyKey,
  'mark-impossible-errors': markImpossibleErrors,
  'add-policy-errors': addPolicyErrors,
};

it('every decorator has a case', () => {
  expect(Object.keys(cases)).toEqual(Object.keys(plugin().preprocessors.oas3));
});

/** All cases share one run, since starting Redocly takes the longest. */
let operations: Map<string, object>;
beforeAll(async () => {
  operations = await bundleCases(cases);
});

describe.each(Object.entries(cases))('decorator %s', (decorator, ofDecorator) => {
  it.each(Object.entries(ofDecorator))('%s', (name, { expected }) => {
    expect(operations.get(`${decorator}: ${name}`)).toEqual(expected);
  });
});
