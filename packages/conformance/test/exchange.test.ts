import { describe, expect, it } from '@jest/globals';
import { createExchangeCheck, ExchangeError } from '../src/jest.js';

/** A document in OpenAPI 3.0, as other services write it. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1' },
  paths: {
    '/books/{bookId}': {
      get: {
        operationId: 'getBook',
        responses: {
          '200': {
            description: 'The book',
            headers: { 'X-Version': { required: true, schema: { type: 'integer' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
          },
          '5XX': { description: 'A failure' },
        },
      },
    },
  },
  components: {
    schemas: {
      Book: {
        type: 'object',
        required: ['title', 'author'],
        properties: { title: { type: 'string' }, author: { type: 'string', nullable: true } },
      },
    },
  },
};

const request = { operationId: 'getBook', method: 'GET', path: '/books/7' };
const headers = { 'content-type': 'application/json', 'x-version': '3', date: 'today' };
const book = { title: 'Faust', author: null };

describe('the check of one exchange', () => {
  const check = createExchangeCheck(document);

  it('accepts a declared response, read as text or as bytes', () => {
    const body = JSON.stringify(book);
    check({ ...request, response: { status: 200, headers, body } });
    check({ ...request, response: { status: 200, headers, body: Buffer.from(body) } });
    check({ ...request, response: { status: 503, headers: {}, body: '' } });
  });

  it('throws an error that names the request and lists every violation', () => {
    const body = JSON.stringify({ ...book, author: 5, pages: 300 });
    const { 'x-version': _, ...rest } = headers;
    const response = { status: 200, headers: { ...rest, 'x-debug': 'on' }, body };
    expect(() => check({ ...request, response })).toThrow(ExchangeError);
    expect(() => check({ ...request, response })).toThrow(
      [
        'GET /books/7 (getBook) returned 200, which is not what the document declares:',
        '- headers-are-declared: expected the header X-Version, which is required with status 200; received no such header',
        '- headers-are-declared: expected only headers that are declared for status 200, or belong to HTTP; received x-debug: on',
        '- body-is-declared: expected a body that is valid against the schema of status 200; received 200, in which ' +
          `/author must be string,null; the value must NOT have unevaluated properties ("pages"): ${body}`,
      ].join('\n'),
    );
  });

  it('applies additional rules, and allows the configured headers', () => {
    const noFaust = createExchangeCheck(document, {
      isCommonHeader: (name) => name === 'x-debug' || name === 'content-type',
      rules: [
        ({ response }) =>
          String(response.body).includes('Faust')
            ? [{ rule: 'no-faust', expected: 'another book', received: 'Faust' }]
            : [],
      ],
    });
    const response = { status: 200, headers: { ...headers, 'x-debug': 'on' }, body: JSON.stringify(book) };
    const { date: _, ...common } = response.headers;
    expect(() => noFaust({ ...request, response: { ...response, headers: common } })).toThrow(
      /declares:\n- no-faust: expected another book; received Faust$/,
    );
    expect(() => noFaust({ ...request, response })).toThrow('received date: today');
  });

  it('throws for an operation that the document does not have', () => {
    const response = { status: 200, headers, body: '' };
    expect(() => check({ ...request, operationId: 'getPage', response })).toThrow(
      'Library has no operation getPage.',
    );
  });
});
