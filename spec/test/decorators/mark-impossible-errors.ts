import type { DecoratorCases } from '../decorator-cases.js';
import { failure, jsonBody } from '../small-document.js';

const withContact = jsonBody({ type: 'object', properties: { contactId: { type: 'string' } } });
const mark = (...keys: string[]): object => ({ 'x-impossible-errors': keys });

export const markImpossibleErrors: DecoratorCases = {
  'marks the plan error without a feature, and the contact error without a contact': {
    operation: {},
    expected: mark('insufficient_billing_plan', 'contact_not_found'),
  },
  'does not mark possible errors': {
    operation: { 'x-plan-feature': 'automations', requestBody: withContact },
    expected: { 'x-plan-feature': 'automations', requestBody: withContact },
  },
  'marks the contact error if the 404 of the operation lists it': {
    operation: { responses: { '404': failure('chat_not_found', 'contact_not_found') } },
    expected: {
      ...mark('insufficient_billing_plan', 'contact_not_found'),
      responses: { '404': failure('chat_not_found', 'contact_not_found') },
    },
  },
  'does not mark the contact error if the 404 of the operation does not list it': {
    operation: { responses: { '404': failure('chat_not_found') } },
    expected: { ...mark('insufficient_billing_plan'), responses: { '404': failure('chat_not_found') } },
  },
  'marks the body error if there is no body and the version ignores unknown query parameters': {
    options: { ignoringUnknownQuery: [1] },
    operation: {},
    expected: mark('invalid_body_params', 'insufficient_billing_plan', 'contact_not_found'),
  },
  'does not mark the body error in another version': {
    options: { ignoringUnknownQuery: [2] },
    operation: {},
    expected: mark('insufficient_billing_plan', 'contact_not_found'),
  },
};
