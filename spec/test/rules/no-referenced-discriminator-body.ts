import type { RuleCases } from '../rule-cases.js';
import { jsonBody, smallDocument } from '../small-document.js';

const branches = [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Other' }];
const discriminator = { propertyName: 'kind' };
const schemas = {
  One: { type: 'object', properties: { kind: { const: 'one' } } },
  Other: { type: 'object', properties: { kind: { const: 'other' } } },
};
const refusal =
  'getChat: the request body refers to a schema with a discriminator, of which only the first branch would be accepted. Write the oneOf inline, or omit the discriminator.';

export const noReferencedDiscriminatorBody: RuleCases = {
  passes: {
    'a oneOf with a discriminator written inline': smallDocument({
      operation: { requestBody: jsonBody({ oneOf: branches, discriminator }) },
      components: { schemas },
    }),
    'a reference to a oneOf without a discriminator': smallDocument({
      operation: { requestBody: jsonBody({ $ref: '#/components/schemas/Either' }) },
      components: { schemas: { ...schemas, Either: { oneOf: branches } } },
    }),
  },
  fails: {
    'a reference to a oneOf with a discriminator': {
      document: smallDocument({
        operation: { requestBody: jsonBody({ $ref: '#/components/schemas/Either' }) },
        components: { schemas: { ...schemas, Either: { oneOf: branches, discriminator } } },
      }),
      messages: [refusal],
    },
    'a whole body behind a reference': {
      document: smallDocument({
        operation: { requestBody: { $ref: '#/components/requestBodies/Either' } },
        components: { schemas, requestBodies: { Either: jsonBody({ oneOf: branches, discriminator }) } },
      }),
      messages: [refusal],
    },
  },
};
