import type { MutationKind } from '../../src/index.js';
import type { Planted } from './planted.js';
import { type Exchange, type Plant, refuse, reply } from './shop-server.js';

const item = { id: 'a1', name: 'Ball', price: 3, kind: 'toy', tags: [] };

const overlook = (kind: MutationKind): Plant => ({ overlooks: (_, why) => why === kind });

const isJson = ({ body }: Exchange) => {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
};

/** Enough requests to find a defect that only one of many invalid requests shows. */
const many = { requestsPerOperation: 200 };

/** Servers that accept invalid requests. */
export const overlooked: readonly Planted[] = [
  {
    name: 'a missing field',
    plant: overlook('missing-required'),
    mutation: 'missing-required',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a field of another type',
    plant: overlook('wrong-type'),
    mutation: 'wrong-type',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a value out of range',
    plant: overlook('out-of-range'),
    mutation: 'out-of-range',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a value that is not listed',
    plant: overlook('not-in-enum'),
    mutation: 'not-in-enum',
    rule: 'invalid-is-refused',
  },
  { name: 'a bad format', plant: overlook('bad-format'), mutation: 'bad-format', rule: 'invalid-is-refused' },
  {
    name: 'an unknown key',
    plant: overlook('unknown-key'),
    mutation: 'unknown-key',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a body that is not JSON',
    plant: {
      before: (exchange) => (exchange.method === 'POST' && !isJson(exchange) ? reply(201, item) : undefined),
    },
    mutation: 'broken-body',
    rule: 'invalid-is-refused',
  },
  {
    name: 'another media type',
    plant: { takesAnyType: true },
    mutation: 'wrong-media-type',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a body that is too large',
    plant: { limitBytes: 1_000_000 },
    mutation: 'too-large',
    rule: 'invalid-is-refused',
    curl: /head -c 19\d\d\d \/dev\/zero/,
  },
  {
    name: 'bytes that are not UTF-8',
    plant: { readsAnyBytes: true, overlooks: (_, why) => why === 'bad-format' || why === 'not-in-enum' },
    mutation: 'bad-utf8',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a query parameter out of range',
    plant: { overlooks: (field) => field === 'limit' },
    operation: 'listItems',
    mutation: 'out-of-range',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a missing query parameter',
    plant: { overlooks: (field) => field === 'limit' },
    operation: 'listItems',
    mutation: 'missing-required',
    rule: 'invalid-is-refused',
  },
  ...(['too-few', 'too-many', 'not-unique'] as const).map(
    (why): Planted => ({
      name: `a list in a query, with items ${why}`,
      plant: { overlooks: (field, reason) => field === 'sizes' && reason === why },
      operation: 'listItems',
      mutation: 'out-of-range',
      rule: 'invalid-is-refused',
      curl: 'sizes=',
      options: many,
    }),
  ),
  {
    name: 'a list in a query with an item of another type',
    plant: { overlooks: (field, why) => field === 'sizes' && why === 'wrong-type' },
    operation: 'listItems',
    mutation: 'wrong-type',
    rule: 'invalid-is-refused',
    curl: 'sizes=',
    options: many,
  },
  {
    name: 'a list in a query with an item of another form',
    plant: { overlooks: (field, why) => field === 'tags' && why === 'bad-format' },
    operation: 'listItems',
    mutation: 'bad-format',
    rule: 'invalid-is-refused',
    curl: 'tags=',
    options: many,
  },
  ...(['sizes', 'tags'] as const).map(
    (list): Planted => ({
      name: `${list} in a query with the wrong separators`,
      plant: { overlooks: (field, why) => field === list && why === 'wrong-style' },
      operation: 'listItems',
      mutation: 'wrong-style',
      rule: 'invalid-is-refused',
      curl: `${list}=`,
      options: many,
    }),
  ),
  {
    name: 'an unknown key in a query',
    plant: { overlooks: (field, why) => field === 'undeclaredByTheDocument' && why === 'unknown-key' },
    operation: 'listItems',
    mutation: 'unknown-key',
    rule: 'invalid-is-refused',
    curl: 'undeclaredByTheDocument=',
  },
  {
    name: 'an invalid value that gets a 404',
    plant: {
      after: (right, { method }) => (method === 'POST' && right.status === 400 ? refuse(404) : right),
    },
    mutation: 'out-of-range',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a missing field that gets a 404',
    plant: {
      after: (right, { method }) => (method === 'POST' && right.status === 400 ? refuse(404) : right),
    },
    mutation: 'missing-required',
    rule: 'invalid-is-refused',
  },
  {
    name: 'a body that is not JSON and gets a 409',
    plant: {
      after: (right, { method }) => (method === 'POST' && right.status === 400 ? refuse(409) : right),
    },
    mutation: 'broken-body',
    rule: 'invalid-is-refused',
  },
  {
    name: 'no credentials',
    plant: {
      before: ({ headers }) => (headers.authorization === undefined ? reply(200, { items: [] }) : undefined),
    },
    operation: 'listItems',
    mutation: 'no-credentials',
    rule: 'invalid-is-refused',
  },
  {
    name: 'made-up credentials',
    plant: {
      before: ({ headers }) =>
        /^Bearer (?!shop-token)/.test(headers.authorization ?? '') ? reply(200, { items: [] }) : undefined,
    },
    operation: 'listItems',
    mutation: 'wrong-credentials',
    rule: 'invalid-is-refused',
  },
  {
    name: 'no credentials, for another reason',
    plant: { before: ({ headers }) => (headers.authorization === undefined ? refuse(400) : undefined) },
    mutation: 'no-credentials',
    rule: 'invalid-is-refused',
  },
];
