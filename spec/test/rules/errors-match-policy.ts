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
    'an operation that marks what it cannot return': smallDocument({
      operation: { 'x-impossible-errors': both, responses: seven },
    }),
    'an operation that can return all of it': smallDocument({
      operation: {
        'x-plan-feature': 'automations',
        requestBody: withContact,
        responses: { ...seven, ...ofBody },
      },
    }),
    'an operation that does not declare what it cannot return': smallDocument({
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
        'getChat never returns `contact_not_found`, since it names no contact. Add it to `x-impossible-errors`.',
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
        'deleteContact never returns `contact_not_found`, since a deletion succeeds and says which ids it found. Add it to `x-impossible-errors`.',
      ],
    },
    'a mark on what can happen, and on what is not declared': {
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
    'errors of a body where there is none': {
      document: smallDocument({ operation: { responses: { '413': ofBody['413'] } } }),
      messages: ['getChat declares `payload_too_large` and takes no body. Remove the response.'],
    },
    'a body without its errors': {
      document: smallDocument({ operation: { requestBody: withContact, responses: {} } }),
      messages: [
        'getChat takes a body and does not declare `payload_too_large`. Add the response.',
        'getChat takes a body and does not declare `unsupported_media_type`. Add the response.',
      ],
    },
  },
};
