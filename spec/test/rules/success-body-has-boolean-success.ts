import type { RuleCases } from '../rule-cases.js';
import { failure, jsonResponse, smallDocument } from '../small-document.js';

const success = { type: 'boolean', const: true };

function responding(schema: object): object {
  return smallDocument({ operation: { responses: { '200': jsonResponse(schema) } } });
}

function refusal(problem: string): string[] {
  return [
    `getChat: the 200 body ${problem}. Declare \`success: { type: boolean, const: true }\` and require it.`,
  ];
}

export const successBodyHasBooleanSuccess: RuleCases = {
  passes: {
    'a required constant true': responding({
      type: 'object',
      required: ['success'],
      properties: { success },
    }),
    'a success through allOf and a reference': smallDocument({
      operation: {
        responses: { '200': jsonResponse({ allOf: [{ $ref: '#/components/schemas/Success' }, {}] }) },
      },
      components: {
        schemas: { Success: { type: 'object', required: ['success'], properties: { success } } },
      },
    }),
    'the bytes of a file': smallDocument({
      operation: {
        responses: { '200': { description: 'It.', content: { 'application/octet-stream': { schema: {} } } } },
      },
    }),
    'a failure, whose success is false': smallDocument({
      operation: { responses: { '404': failure('gone') } },
    }),
  },
  fails: {
    'a body without success': {
      document: responding({ type: 'object', properties: { data: { type: 'object' } } }),
      messages: refusal('has no `success`'),
    },
    'a success that is a string': {
      document: responding({ required: ['success'], properties: { success: { type: 'string' } } }),
      messages: refusal('has a `success` that is not a boolean'),
    },
    'a success that may be false': {
      document: responding({ required: ['success'], properties: { success: { type: 'boolean' } } }),
      messages: refusal('has a `success` that is not always true'),
    },
    'a success that may be missing': {
      document: responding({ properties: { success } }),
      messages: refusal('does not require `success`'),
    },
    'a response that is not JSON': {
      document: smallDocument({ operation: { responses: { '200': { description: 'Empty.' } } } }),
      messages: refusal('is not declared as application/json'),
    },
  },
};
