import type { Planted } from './planted.js';
import { type Plant, reply } from './shop-server.js';

function failsOn(hostile: RegExp): Plant {
  return {
    before: ({ method, body }) =>
      method === 'POST' && hostile.test(body.toString()) ? reply(500, {}) : undefined,
  };
}

/** Enough requests to find a defect that only one of many invalid requests shows. */
const many = { requestsPerOperation: 200 };

/** Servers that fail. */
export const failing: readonly Planted[] = [
  { name: 'a NUL character', plant: failsOn(/\\u0000/), mutation: 'nul-character', rule: 'no-server-error' },
  {
    name: 'an unpaired surrogate',
    plant: failsOn(/\\ud800/i),
    mutation: 'lone-surrogate',
    rule: 'no-server-error',
  },
  {
    name: 'deep nesting',
    plant: failsOn(/(\[{5000}|("a":\{){5000})/),
    mutation: 'deep-nesting',
    rule: 'no-server-error',
  },
  {
    name: 'a key called __proto__',
    plant: failsOn(/"(__proto__|constructor)":/),
    mutation: 'prototype-key',
    rule: 'no-server-error',
  },
  {
    name: 'some valid values',
    plant: {
      before: ({ method, body }) =>
        method === 'POST' && Number(/"price":(\d+)/.exec(body.toString())?.[1]) > 500
          ? reply(500, {})
          : undefined,
    },
    rule: 'no-server-error',
    curl: `'{"name":`,
  },
  {
    name: 'some valid values, without a response',
    plant: {
      before: ({ body }) => (body.toString().includes('"madeAt":"') ? 'failure' : undefined),
    },
    rule: 'responds',
    options: { timeoutMs: 60 },
  },
  {
    name: 'bytes in a path that are not UTF-8',
    plant: { before: ({ path }) => (/%ff/i.test(path) ? reply(500, {}) : undefined) },
    operation: 'getItem',
    mutation: 'bad-utf8',
    rule: 'no-server-error',
    curl: /items\/[^ ]*%ff/i,
  },
  {
    name: 'a repeated query parameter',
    plant: { before: ({ query }) => (query.getAll('kind').length > 1 ? reply(500, {}) : undefined) },
    operation: 'listItems',
    mutation: 'wrong-style',
    rule: 'no-server-error',
    curl: /kind=\w+&kind=/,
    options: many,
  },
  {
    name: 'a key of a query that is called __proto__',
    plant: { before: ({ query }) => (query.has('__proto__[isAdmin]') ? reply(500, {}) : undefined) },
    operation: 'listItems',
    mutation: 'prototype-key',
    rule: 'no-server-error',
    options: many,
  },
  {
    name: 'bytes in a query that are not UTF-8',
    plant: { before: ({ query }) => (query.toString().includes('%EF%BF%BD') ? reply(500, {}) : undefined) },
    operation: 'listItems',
    mutation: 'bad-utf8',
    rule: 'no-server-error',
  },
];
