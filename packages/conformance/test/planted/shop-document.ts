const error = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code'],
      properties: {
        code: { type: 'string' },
        invalidFields: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            required: ['why'],
            properties: { why: { type: 'string' } },
          },
        },
      },
    },
  },
};

const requestId = { 'X-Request-Id': { required: true, schema: { type: 'string', minLength: 4 } } };
const failure = (description: string) => ({
  description,
  headers: requestId,
  content: { 'application/json': { schema: error } },
});

const failures = {
  '400': failure('Wrong.'),
  '401': failure('Who are you?'),
  '404': failure('Not there.'),
  '409': failure('Not as it stands.'),
  '413': failure('Too large.'),
  '415': failure('Not that type.'),
};

const item = {
  type: 'object',
  required: ['id', 'name', 'price', 'kind', 'tags'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    price: { type: 'integer' },
    kind: { enum: ['book', 'toy'] },
    tags: { type: 'array', items: { type: 'string' } },
    madeAt: { type: ['string', 'null'], format: 'date-time' },
    note: { type: 'string' },
  },
};

const order = {
  type: 'object',
  required: ['itemId', 'count'],
  properties: { itemId: { type: 'string' }, count: { type: 'integer' } },
};

const success = (schema: unknown) => ({
  description: 'Fine.',
  headers: requestId,
  content: { 'application/json': { schema } },
});

/** The document of a small shop. The servers of these tests implement it, correctly or with one planted defect. */
export const shopDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'http://localhost/shop' }],
  'x-limit': 20_000,
  security: [{ token: [] }],
  paths: {
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: true,
            schema: { type: 'integer', minimum: 1, maximum: 50 },
          },
          { name: 'kind', in: 'query', schema: { type: 'string', enum: ['book', 'toy'] } },
          {
            name: 'sizes',
            in: 'query',
            explode: false,
            schema: {
              type: 'array',
              minItems: 2,
              maxItems: 4,
              uniqueItems: true,
              items: { type: 'integer' },
            },
          },
          {
            name: 'tags',
            in: 'query',
            schema: { type: 'array', maxItems: 3, items: { type: 'string', pattern: '^[a-z]{1,10}$' } },
          },
        ],
        responses: {
          '200': success({
            type: 'object',
            required: ['items'],
            properties: { items: { type: 'array', items: item } },
          }),
          ...failures,
        },
      },
      post: {
        operationId: 'createItem',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/NewItem' },
              examples: { ball: { value: { name: 'Ball', price: 3, kind: 'toy', tags: ['round'] } } },
            },
          },
        },
        responses: { '201': success(item), ...failures },
      },
    },
    '/items/{itemId}': {
      parameters: [{ name: 'itemId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getItem', responses: { '200': success(item), ...failures } },
      delete: {
        operationId: 'deleteItem',
        responses: {
          '202': { description: 'Gone soon.', headers: requestId },
          '204': { description: 'Gone.', headers: requestId },
          ...failures,
        },
      },
    },
    '/orders': {
      post: {
        operationId: 'orderItem',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
        responses: { '201': success(order), ...failures },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      NewItem: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'price', 'kind'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 40 },
          price: { type: 'integer', minimum: 0, maximum: 1000 },
          kind: { enum: ['book', 'toy'] },
          madeAt: { type: ['string', 'null'], format: 'date-time' },
          tags: { type: 'array', maxItems: 3, items: { type: 'string', pattern: '^[a-z]+$', maxLength: 10 } },
          note: { type: 'string', maxLength: 100 },
        },
      },
      // The ordered item must exist, so a request can get a 404 because of its body.
      Order: {
        type: 'object',
        additionalProperties: false,
        required: ['itemId'],
        properties: {
          itemId: { type: 'string', pattern: '^[a-z0-9-]{1,36}$' },
          count: { type: 'integer', minimum: 1, maximum: 10 },
        },
      },
    },
  },
};
