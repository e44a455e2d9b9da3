import type { DecoratorCases } from '../decorator-cases.js';
import { jsonBody, jsonResponse } from '../small-document.js';

const success = { description: 'Always `true` here.', type: 'boolean', const: true };
const data = { type: 'object', properties: { id: { type: 'string' } } };
const envelope = { type: 'object', required: ['success', 'data'], properties: { success, data } };
const bytes = { description: 'The file.', content: { 'application/octet-stream': { schema: {} } } };

const respond = (schema: object, value: unknown): object => ({
  '200': {
    description: 'Done.',
    ...jsonBody(schema, { examples: { one: { summary: 'One', value } } }),
  },
});
const search = (request: object): object => ({
  'x-filter-fields': { id: 'id' },
  requestBody: jsonBody({}, { examples: { first: { value: request }, other: { value: { search: 'x' } } } }),
});

const list = { type: 'array', items: data };
const page = {
  type: 'object',
  required: ['success', 'data', 'pagination', 'query'],
  properties: {
    success,
    data: list,
    pagination: { $ref: '#/components/schemas/Pagination' },
    query: { $ref: '#/components/schemas/SearchEcho' },
  },
};
const filtered = { query: 'eq(id,a)', sortBy: 'id:asc', pagination: { page: 2, limit: 25 } };

export const addSuccessEnvelope: DecoratorCases = {
  'puts the schema and the examples of `data` into it': {
    operation: { responses: respond(data, { id: 'a' }) },
    expected: { responses: respond(envelope, { success: true, data: { id: 'a' } }) },
  },
  'adds the page and the parameters of the first request to a search': {
    operation: { ...search(filtered), responses: respond(list, [{ id: 'a' }]) },
    expected: {
      ...search(filtered),
      responses: respond(page, {
        success: true,
        data: [{ id: 'a' }],
        pagination: { page: 2, limit: 25, total: 1 },
        query: { query: 'eq(id,a)', sortBy: 'id:asc', search: null },
      }),
    },
  },
  'adds the defaults of a page to a search whose first request has none': {
    operation: { ...search({}), responses: respond(list, []) },
    expected: {
      ...search({}),
      responses: respond(page, {
        success: true,
        data: [],
        pagination: { page: 0, limit: 10, total: 0 },
        query: { query: null, sortBy: null, search: null },
      }),
    },
  },
  'does not change an envelope': {
    operation: { responses: { '200': jsonResponse(envelope) } },
    expected: { responses: { '200': jsonResponse(envelope) } },
  },
  'does not change the bytes of a file': {
    operation: { responses: { '200': bytes } },
    expected: { responses: { '200': bytes } },
  },
};
