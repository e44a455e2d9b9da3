import type { DecoratorCases } from '../decorator-cases.js';
import { failure, jsonBody } from '../small-document.js';

const withContact = jsonBody({ type: 'object', properties: { contactId: { type: 'string' } } });
const mark = (...keys: string[]): object => ({ 'x-impossible-errors': keys });

export const markImpossibleErrors: DecoratorCases = {
  'names the plan without a feature, and the contact without one': {
    operation: {},
    expected: mark('insufficient_billing_plan', 'contact_not_found'),
  },
  'does not name what can happen': {
    operation: { 'x-plan-feature': 'automations', requestBody: withContact },
    expected: { 'x-plan-feature': 'automations', requestBody: withContact },
  },
  'names the contact when the 404 of the operation lists it': {
    operation: { responses: { '404': failure('chat_not_found', 'contact_not_found') } },
    expected: {
      ...mark('insufficient_billing_plan', 'contact_not_found'),
      responses: { '404': failure('chat_not_found', 'contact_not_found') },
    },
  },
  'does not name the contact when the 404 of the operation does not list it': {
    operation: { responses: { '404': failure('chat_not_found') } },
    expected: { ...mark('insufficient_billing_plan'), responses: { '404': failure('chat_not_found') } },
  },
  'names the body where there is none and the version ignores unknown query parameters': {
    options: { ignoringUnknownQuery: [1] },
    operation: {},
    expected: mark('invalid_body_params', 'insufficient_billing_plan', 'contact_not_found'),
  },
  'does not name the body in another version': {
    options: { ignoringUnknownQuery: [2] },
    operation: {},
    expected: mark('insufficient_billing_plan', 'contact_not_found'),
  },
};
