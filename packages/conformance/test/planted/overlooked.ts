import { type Defect, type Planted, plantUnder } from './planted.js';
import { type Exchange, type Plant, refuse, reply } from './shop-server.js';

const item = { id: 'a1', name: 'Ball', price: 3, kind: 'toy', tags: [] };

const isJson = ({ body }: Exchange) => {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
};

const refuseWith = (status: number): Plant => ({
  after: (right, { method }) => (method === 'POST' && right.status === 400 ? refuse(status) : right),
});

/** Enough requests to find a defect that only one of many invalid requests shows. */
const many = { requestsPerOperation: 200 };

/** Servers that accept invalid requests. */
export const overlooked: readonly Planted[] = plantUnder('invalid-is-refused', [
  ...(
    [
      ['a missing field', 'missing-required'],
      ['a field of another type', 'wrong-type'],
      ['a value out of range', 'out-of-range'],
      ['a value that is not listed', 'not-in-enum'],
      ['a bad format', 'bad-format'],
      ['an unknown key', 'unknown-key'],
    ] as const
  ).map(
    ([name, mutation]): Defect => ({
      name,
      plant: { overlooks: (_, why) => why === mutation },
      mutation,
    }),
  ),
  {
    name: 'a body that is not JSON',
    plant: {
      before: (exchange) => (exchange.method === 'POST' && !isJson(exchange) ? reply(201, item) : undefined),
    },
    mutation: 'broken-body',
  },
  {
    name: 'another media type',
    plant: { takesAnyType: true },
    mutation: 'wrong-media-type',
  },
  {
    name: 'a body that is too large',
    plant: { limitBytes: 1_000_000 },
    mutation: 'too-large',
    curl: /head -c 19\d\d\d \/dev\/zero/,
  },
  {
    name: 'bytes that are not UTF-8',
    plant: { readsAnyBytes: true, overlooks: (_, why) => why === 'bad-format' || why === 'not-in-enum' },
    mutation: 'bad-utf8',
  },
  {
    name: 'a query parameter out of range',
    plant: { overlooks: (field) => field === 'limit' },
    operation: 'listItems',
    mutation: 'out-of-range',
  },
  {
    name: 'a missing query parameter',
    plant: { overlooks: (field) => field === 'limit' },
    operation: 'listItems',
    mutation: 'missing-required',
  },
  ...(['too-few', 'too-many', 'not-unique'] as const).map(
    (why): Defect => ({
      name: `a list in a query, with items ${why}`,
      plant: { overlooks: (field, reason) => field === 'sizes' && reason === why },
      operation: 'listItems',
      mutation: 'out-of-range',
      curl: 'sizes=',
      options: many,
    }),
  ),
  {
    name: 'a list in a query with an item of another type',
    plant: { overlooks: (field, why) => field === 'sizes' && why === 'wrong-type' },
    operation: 'listItems',
    mutation: 'wrong-type',
    curl: 'sizes=',
    options: many,
  },
  {
    name: 'a list in a query with an item of another form',
    plant: { overlooks: (field, why) => field === 'tags' && why === 'bad-format' },
    operation: 'listItems',
    mutation: 'bad-format',
    curl: 'tags=',
    options: many,
  },
  ...(['sizes', 'tags'] as const).map(
    (list): Defect => ({
      name: `${list} in a query with the wrong separators`,
      plant: { overlooks: (field, why) => field === list && why === 'wrong-style' },
      operation: 'listItems',
      mutation: 'wrong-style',
      curl: `${list}=`,
      options: many,
    }),
  ),
  {
    name: 'an unknown key in a query',
    plant: { overlooks: (field, why) => field === 'undeclaredByTheDocument' && why === 'unknown-key' },
    operation: 'listItems',
    mutation: 'unknown-key',
    curl: 'undeclaredByTheDocument=',
  },
  {
    name: 'an invalid value that gets a 404',
    plant: refuseWith(404),
    mutation: 'out-of-range',
  },
  {
    name: 'a missing field that gets a 404',
    plant: refuseWith(404),
    mutation: 'missing-required',
  },
  {
    name: 'a body that is not JSON and gets a 409',
    plant: refuseWith(409),
    mutation: 'broken-body',
  },
  {
    name: 'no credentials',
    plant: {
      before: ({ headers }) => (headers.authorization === undefined ? reply(200, { items: [] }) : undefined),
    },
    operation: 'listItems',
    mutation: 'no-credentials',
  },
  {
    name: 'made-up credentials',
    plant: {
      before: ({ headers }) =>
        /^Bearer (?!shop-token)/.test(headers.authorization ?? '') ? reply(200, { items: [] }) : undefined,
    },
    operation: 'listItems',
    mutation: 'wrong-credentials',
  },
  {
    name: 'no credentials, for another reason',
    plant: { before: ({ headers }) => (headers.authorization === undefined ? refuse(400) : undefined) },
    mutation: 'no-credentials',
  },
]);
