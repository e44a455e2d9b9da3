import type { ConformanceOptions, FaultKind, RuleName } from '../../src/index.js';
import { type Exchange, type Plant, refuse, reply } from './shop-server.js';

/** A fault planted into the shop, and the rule under which it must be found. */
export interface Planted {
  readonly name: string;
  readonly plant: Plant;
  readonly rule: RuleName;
  /** The fault that the request had; nothing for a valid one. */
  readonly fault?: FaultKind;
  /** Where it must be found, when that is not the creation of an item. */
  readonly operation?: string;
  /** What the smallest request must contain. */
  readonly curl?: string | RegExp;
  readonly options?: Partial<ConformanceOptions>;
}

const item = { id: 'a1', name: 'Ball', price: 3, kind: 'toy', tags: [] };

const overlook = (kind: FaultKind): Plant => ({ overlooks: (_, why) => why === kind });

function failsOn(hostile: RegExp): Plant {
  return {
    before: ({ method, body }) =>
      method === 'POST' && hostile.test(body.toString()) ? reply(500, {}) : undefined,
  };
}

const isJson = ({ body }: Exchange) => {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
};

/** For one of many ways in which a request can be wrong. */
const many = { requestsPerOperation: 200 };

const overlooked: readonly Planted[] = [
  {
    name: 'a missing field',
    plant: overlook('missing-required'),
    fault: 'missing-required',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a field of another type',
    plant: overlook('wrong-type'),
    fault: 'wrong-type',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a value out of range',
    plant: overlook('out-of-range'),
    fault: 'out-of-range',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a value that is not listed',
    plant: overlook('not-in-enum'),
    fault: 'not-in-enum',
    rule: 'invalid-is-refused',
  },
  { name: 'a bad format', plant: overlook('bad-format'), fault: 'bad-format', rule: 'invalid-is-refused' },
  {
    name: 'an unknown key',
    plant: overlook('unknown-key'),
    fault: 'unknown-key',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a body that is not JSON',
    plant: {
      before: (exchange) => (exchange.method === 'POST' && !isJson(exchange) ? reply(201, item) : undefined),
    },
    fault: 'broken-body',
    rule: 'invalid-is-refused',
  },
  {
    name: 'another media type',
    plant: { takesAnyType: true },
    fault: 'wrong-media-type',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a body that is too large',
    plant: { limitBytes: 1_000_000 },
    fault: 'too-large',
    rule: 'invalid-is-refused',
    curl: /head -c 19\d\d\d \/dev\/zero/,
  },
  {
    name: 'bytes that are not UTF-8',
    plant: { readsAnyBytes: true, overlooks: (_, why) => why === 'bad-format' || why === 'not-in-enum' },
    fault: 'bad-utf8',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a query parameter out of range',
    plant: { overlooks: (field) => field === 'limit' },
    operation: 'listItems',
    fault: 'out-of-range',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a missing query parameter',
    plant: { overlooks: (field) => field === 'limit' },
    operation: 'listItems',
    fault: 'missing-required',
    rule: 'invalid-is-refused',
  },
  ...(['too-few', 'too-many', 'not-unique'] as const).map(
    (why): Planted => ({
      name: `a list in a query, with items ${why}`,
      plant: { overlooks: (field, reason) => field === 'sizes' && reason === why },
      operation: 'listItems',
      fault: 'out-of-range',
      rule: 'invalid-is-refused',
      curl: 'sizes=',
      options: many,
    }),
  ),
  {
    name: 'a list in a query with an item of another type',
    plant: { overlooks: (field, why) => field === 'sizes' && why === 'wrong-type' },
    operation: 'listItems',
    fault: 'wrong-type',
    rule: 'invalid-is-refused',
    curl: 'sizes=',
    options: many,
  },
  {
    name: 'a list in a query with an item of another form',
    plant: { overlooks: (field, why) => field === 'tags' && why === 'bad-format' },
    operation: 'listItems',
    fault: 'bad-format',
    rule: 'invalid-is-refused',
    curl: 'tags=',
    options: many,
  },
  ...(['sizes', 'tags'] as const).map(
    (list): Planted => ({
      name: `${list} in a query with the wrong separators`,
      plant: { overlooks: (field, why) => field === list && why === 'wrong-style' },
      operation: 'listItems',
      fault: 'wrong-style',
      rule: 'invalid-is-refused',
      curl: `${list}=`,
      options: many,
    }),
  ),
  {
    name: 'an unknown key in a query',
    plant: { overlooks: (field, why) => field === 'undeclaredByTheDocument' && why === 'unknown-key' },
    operation: 'listItems',
    fault: 'unknown-key',
    rule: 'invalid-is-refused',
    curl: 'undeclaredByTheDocument=',
  },
  {
    name: 'a fault, for which it says that something is not there',
    plant: {
      after: (right, { method }) => (method === 'POST' && right.status === 400 ? refuse(404) : right),
    },
    fault: 'out-of-range',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a missing field, for which it says that something is not there',
    plant: {
      after: (right, { method }) => (method === 'POST' && right.status === 400 ? refuse(404) : right),
    },
    fault: 'missing-required',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a body that is not JSON, for which it says that it does not fit what is there',
    plant: {
      after: (right, { method }) => (method === 'POST' && right.status === 400 ? refuse(409) : right),
    },
    fault: 'broken-body',
    rule: 'invalid-is-refused',
  },
  {
    name: 'no credentials',
    plant: {
      before: ({ headers }) => (headers.authorization === undefined ? reply(200, { items: [] }) : undefined),
    },
    operation: 'listItems',
    fault: 'no-credentials',
    rule: 'invalid-is-refused',
  },
  {
    name: 'made-up credentials',
    plant: {
      before: ({ headers }) =>
        /^Bearer (?!shop-token)/.test(headers.authorization ?? '') ? reply(200, { items: [] }) : undefined,
    },
    operation: 'listItems',
    fault: 'wrong-credentials',
    rule: 'invalid-is-refused',
  },
  {
    name: 'no credentials, for another reason',
    plant: { before: ({ headers }) => (headers.authorization === undefined ? refuse(400) : undefined) },
    fault: 'no-credentials',
    rule: 'invalid-is-refused',
  },
];

const failing: readonly Planted[] = [
  { name: 'a NUL character', plant: failsOn(/\\u0000/), fault: 'nul-character', rule: 'no-server-error' },
  {
    name: 'half a surrogate pair',
    plant: failsOn(/\\ud800/i),
    fault: 'lone-surrogate',
    rule: 'no-server-error',
  },
  {
    name: 'deep nesting',
    plant: failsOn(/(\[{5000}|("a":\{){5000})/),
    fault: 'deep-nesting',
    rule: 'no-server-error',
  },
  {
    name: 'a key called __proto__',
    plant: failsOn(/"(__proto__|constructor)":/),
    fault: 'prototype-key',
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
    name: 'some valid values, without an answer',
    plant: {
      before: ({ body }) => (body.toString().includes('"madeAt":"') ? 'silence' : undefined),
    },
    rule: 'answers',
    options: { timeoutMs: 60 },
  },
  {
    name: 'bytes in a path that are not UTF-8',
    plant: { before: ({ path }) => (/%ff/i.test(path) ? reply(500, {}) : undefined) },
    operation: 'getItem',
    fault: 'bad-utf8',
    rule: 'no-server-error',
    curl: /items\/[^ ]*%ff/i,
  },
  {
    name: 'a query parameter that is there twice',
    plant: { before: ({ query }) => (query.getAll('kind').length > 1 ? reply(500, {}) : undefined) },
    operation: 'listItems',
    fault: 'wrong-style',
    rule: 'no-server-error',
    curl: /kind=\w+&kind=/,
    options: many,
  },
  {
    name: 'a key of a query that is called __proto__',
    plant: { before: ({ query }) => (query.has('__proto__[isAdmin]') ? reply(500, {}) : undefined) },
    operation: 'listItems',
    fault: 'prototype-key',
    rule: 'no-server-error',
    options: many,
  },
  {
    name: 'bytes in a query that are not UTF-8',
    plant: { before: ({ query }) => (query.toString().includes('%EF%BF%BD') ? reply(500, {}) : undefined) },
    operation: 'listItems',
    fault: 'bad-utf8',
    rule: 'no-server-error',
  },
];

const undeclared: readonly Planted[] = [
  {
    name: 'a status',
    plant: { after: (right) => (right.status === 201 ? { ...right, status: 202 } : right) },
    rule: 'status-is-declared',
  },
  {
    name: 'a media type',
    plant: {
      after: (right) =>
        right.status === 201 ? { ...right, headers: { 'content-type': 'text/html' } } : right,
    },
    rule: 'media-type-is-declared',
  },
  {
    name: 'a parameter of the media type',
    plant: {
      after: (right) =>
        right.status === 201
          ? { ...right, headers: { ...right.headers, 'content-type': 'application/json; charset=latin1' } }
          : right,
    },
    rule: 'media-type-is-declared',
  },
  {
    name: 'no body, where there should be one',
    plant: {
      after: (right, { method }) =>
        method === 'DELETE' && right.status === 204 ? reply(404, undefined) : right,
    },
    operation: 'deleteItem',
    rule: 'media-type-is-declared',
  },
  {
    name: 'a body, where there should be none',
    plant: {
      after: (right, { method }) =>
        method === 'DELETE' && right.status === 204 ? reply(202, { gone: true }) : right,
    },
    operation: 'deleteItem',
    rule: 'media-type-is-declared',
  },
  {
    name: 'a missing header',
    plant: { after: (right) => ({ ...right, headers: { ...right.headers, 'x-request-id': '' } }) },
    rule: 'headers-are-declared',
  },
  {
    name: 'a header twice',
    plant: { after: (right) => ({ ...right, headers: { ...right.headers, 'x-request-id': ['a', 'b'] } }) },
    rule: 'headers-are-declared',
  },
  {
    name: 'a header of its own',
    plant: { after: (right) => ({ ...right, headers: { ...right.headers, 'x-debug': 'on' } }) },
    rule: 'headers-are-declared',
  },
  {
    name: 'a body without a required key',
    plant: { after: (right) => (right.status === 201 ? reply(201, { id: 'a1' }) : right) },
    rule: 'body-is-declared',
  },
  {
    name: 'a body with a key of its own',
    plant: { after: (right) => (right.status === 201 ? reply(201, { ...item, secret: 1 }) : right) },
    rule: 'body-is-declared',
  },
  {
    name: 'a body that is not JSON',
    plant: { after: (right) => (right.status === 201 ? { ...right, body: '{"id":' } : right) },
    rule: 'body-is-declared',
  },
  {
    name: 'the body of a refusal',
    plant: { after: (right) => (right.status === 400 ? reply(400, { message: 'No.' }) : right) },
    rule: 'body-is-declared',
    fault: 'missing-required',
  },
];

const others: readonly Planted[] = [
  {
    name: 'a refusal that names another field',
    plant: { names: () => 'something' },
    rule: 'fault-is-named',
    fault: 'missing-required',
  },
  {
    name: 'a refusal that names nothing',
    plant: { after: (right) => (right.status === 400 ? refuse(400) : right) },
    rule: 'fault-is-named',
    fault: 'missing-required',
  },
  {
    name: 'something that is there after it was deleted',
    plant: { keepsDeleted: true },
    operation: 'getItem',
    rule: 'deleted-is-gone',
  },
  {
    name: 'the same, where what the caller gave is not there',
    plant: { keepsDeleted: true },
    operation: 'getItem',
    rule: 'deleted-is-gone',
    options: { ids: { itemId: ['gone'] } },
  },
];

export const plants = { overlooked, failing, undeclared, others };
