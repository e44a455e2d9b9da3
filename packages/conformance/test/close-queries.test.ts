import { describe, expect, it } from '@jest/globals';
import { readApi } from '../src/document/read-api.js';

const json = (schema: unknown) => ({ required: true, content: { 'application/json': { schema } } });
const closed = { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } };
const open = { type: 'object', properties: { name: { type: 'string' } } };

/** Whether the query of the list is closed, when all or only some of the operations are selected. */
function isListClosed(others: Record<string, unknown>, only?: readonly string[]): boolean | undefined {
  const list = { get: { operationId: 'list', responses: {} } };
  const root = { openapi: '3.1.0', paths: { '/items': list, ...others } };
  const isWanted = ({ id }: { id: string }) => only === undefined || only.includes(id);
  return readApi(root, { closed: true, isWanted }).operations.find(({ id }) => id === 'list')?.isQueryClosed;
}

const create = (schema: unknown) => ({
  post: { operationId: 'create', requestBody: json(schema), responses: {} },
});
const change = (schema: unknown) => ({
  patch: { operationId: 'change', requestBody: json(schema), responses: {} },
});

describe('whether a query key that is not declared is an error', () => {
  it('is also decided by the bodies of operations that are not selected, when they are closed', () => {
    const paths = { '/new': create(closed) };
    expect(isListClosed(paths)).toBe(true);
    expect(isListClosed(paths, ['list'])).toBe(true);
  });

  it('is also decided by them when one of them is open', () => {
    const paths = { '/new': create(closed), '/old': change(open) };
    expect(isListClosed(paths)).toBe(false);
    expect(isListClosed(paths, ['list', 'create'])).toBe(false);
  });

  it('is decided without warnings about operations that are not selected', () => {
    const paths = { '/new': create({ $ref: '#/components/schemas/Gone' }), '/items': { get: {} } };
    const root = { openapi: '3.1.0', paths };
    const { document } = readApi(root, { closed: true, isWanted: ({ path }) => path === '/items' });
    expect([...document.notes]).toEqual([]);
  });

  it('is decided with warnings about operations that are selected', () => {
    const root = { openapi: '3.1.0', paths: { '/new': create({ $ref: '#/components/schemas/Gone' }) } };
    const { document } = readApi(root, { closed: true });
    expect([...document.notes]).toEqual([expect.stringContaining('Gone does not exist')]);
  });
});
