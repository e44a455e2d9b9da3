import type { RuleCases } from '../rule-cases.js';
import { failure, jsonBody, smallDocument } from '../small-document.js';

const seven = {
  '400': failure('invalid_body_params'),
  '402': failure('insufficient_billing_plan'),
  '404': failure('chat_not_found', 'contact_not_found'),
};
const ofBody = {
  '413': failure('payload_too_large'),
  '415': failure('unsupported_media_type'),
};
const withContact = jsonBody({ type: 'object', properties: { contactId: { type: 'string' } } });
const both = ['insufficient_billing_plan', 'contact_not_found'];

export const errorsMatchPolicy: RuleCases = {
  passes: {
    'an operation that marks its impossible errors': smallDocument({
      operation: { 'x-impossible-errors': both, responses: seven },
    }),
    'an operation that can return all errors': smallDocument({
      operation: {
        'x-plan-feature': 'automations',
        requestBody: withContact,
        responses: { ...seven, ...ofBody },
      },
    }),
    'an operation that does not declare its impossible errors': smallDocument({
      operation: { responses: { '404': failure('chat_not_found') } },
    }),
    'a contact in the path': {
      ...smallDocument({}),
      paths: {
        '/contacts/{contactId}': {
          get: { operationId: 'getContact', responses: { '404': failure('contact_not_found') } },
        },
      },
    },
  },
  fails: {
    'an operation without the mark': {
      document: smallDocument({ operation: { responses: seven } }),
      messages: [
        'getChat never returns `insufficient_billing_plan`, since it has no `x-plan-feature`. Add it to `x-impossible-errors`.',
        'getChat never returns `contact_not_found`, since it does not refer to a contact. Add it to `x-impossible-errors`.',
      ],
    },
    'a deletion that declares a missing contact': {
      document: {
        ...smallDocument({}),
        paths: {
          '/contacts/{contactId}': {
            delete: { operationId: 'deleteContact', responses: { '404': failure('contact_not_found') } },
          },
        },
      },
      messages: [
        'deleteContact never returns `contact_not_found`, since a deletion succeeds and lists the ids that it found. Add it to `x-impossible-errors`.',
      ],
    },
    'a mark on a possible error, and on an undeclared one': {
      document: smallDocument({
        operation: {
          'x-plan-feature': 'automations',
          'x-impossible-errors': [...both, 'invalid_body_params'],
          responses: { '402': seven['402'] },
        },
      }),
      messages: [
        'getChat can return `insufficient_billing_plan`. Remove it from `x-impossible-errors`.',
        'getChat does not declare `contact_not_found`. Remove it from `x-impossible-errors`.',
        'getChat can return `invalid_body_params`. Remove it from `x-impossible-errors`.',
      ],
    },
    'errors of a body without a body': {
      document: smallDocument({ operation: { responses: { '413': ofBody['413'] } } }),
      messages: ['getChat declares `payload_too_large` but has no body. Remove the response.'],
    },
    'a body without its errors': {
      document: smallDocument({ operation: { requestBody: withContact, responses: {} } }),
      messages: [
        'getChat has a body but does not declare `payload_too_large`. Add the response.',
        'getChat has a body but does not declare `unsupported_media_type`. Add the response.',
      ],
    },
  },
};
