import type { Planted } from './planted.js';
import { reply } from './shop-server.js';

const item = { id: 'a1', name: 'Ball', price: 3, kind: 'toy', tags: [] };

/** Servers with undeclared responses. */
export const undeclared: readonly Planted[] = [
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
    name: 'a missing body',
    plant: {
      after: (right, { method }) =>
        method === 'DELETE' && right.status === 204 ? reply(404, undefined) : right,
    },
    operation: 'deleteItem',
    rule: 'media-type-is-declared',
  },
  {
    name: 'an unexpected body',
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
    name: 'an undeclared header',
    plant: { after: (right) => ({ ...right, headers: { ...right.headers, 'x-debug': 'on' } }) },
    rule: 'headers-are-declared',
  },
  {
    name: 'a body without a required key',
    plant: { after: (right) => (right.status === 201 ? reply(201, { id: 'a1' }) : right) },
    rule: 'body-is-declared',
  },
  {
    name: 'a body with an undeclared key',
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
    mutation: 'missing-required',
  },
];
