import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Operation, v3 } from '@parley/contract/operations';
import { validRequest } from '@parley/testkit';
import { enrichWorld } from '../../support/enrich-world.js';
import { errorKeys } from '../../support/failures.js';
import { useStage } from '../../support/use-stage.js';
import { hasCursor } from './search-calls.js';

/** Tests the pages of every search that has page numbers. Searches by cursor only have their own tests. */
describe('paging', () => {
  const stage = useStage();

  beforeAll(async () => {
    await enrichWorld(stage.database, stage.own);
  });

  const searches = Object.values<Operation>(v3.operations).flatMap(({ operationId, sortFields }) =>
    sortFields === null || hasCursor(operationId) ? [] : [{ operationId, sortFields }],
  );
  const orders = searches.flatMap(({ operationId, sortFields }) =>
    ['', ...sortFields.flatMap((field) => [field, `desc(${field})`])].map((sortBy) => ({
      operationId,
      sortBy,
      name: `${operationId} ${sortBy}`,
    })),
  );

  interface Found {
    readonly data: readonly { readonly id: string }[];
    readonly pagination: Readonly<Record<string, unknown>> & { readonly nextCursor?: string | null };
  }

  function call(operationId: string, body: object) {
    const { params = {} } = validRequest(stage.own, 'v3', operationId);
    return stage.call({ version: 'v3', operationId }, { params, body });
  }

  async function find(operationId: string, body: object): Promise<Found> {
    const response = await call(operationId, body);
    expect(response.status).toBe(200);
    // The wire check has compared the response with the document.
    return response.body as Found;
  }

  describe('the pages that follow a cursor have the items of one large page, in the same order', () => {
    it.each(orders)('$name', async ({ operationId, sortBy }) => {
      const { data } = await find(operationId, { sortBy, pagination: { limit: 100 } });
      expect(data.length).toBeGreaterThan(2);
      const ids: string[] = [];
      let cursor: string | null | undefined = null;
      for (let page = 0; cursor !== undefined; page += 1) {
        const found: Found = await find(operationId, { sortBy, pagination: { limit: 2, cursor } });
        expect(found.pagination).toMatchObject({ page, limit: 2, total: data.length });
        ids.push(...found.data.map(({ id }) => id));
        cursor = found.pagination.nextCursor ?? undefined;
      }
      expect(ids).toEqual(data.map(({ id }) => id));
    });
  });

  describe('a response has the fields of the specification, and others only if they are requested', () => {
    it.each(searches)('$operationId', async ({ operationId }) => {
      const { data, pagination } = await find(operationId, {});
      expect(pagination).toEqual({ page: 0, limit: 10, total: data.length });
      const bounded = await find(operationId, { pagination: { limit: 1, countUpTo: 2 } });
      expect(bounded.pagination).toEqual({ page: 0, limit: 1, total: 2, totalIsLowerBound: true });
      const exact = await find(operationId, { pagination: { countUpTo: data.length, cursor: null } });
      const ends = { totalIsLowerBound: false, nextCursor: null };
      expect(exact.pagination).toEqual({ page: 0, limit: 10, total: data.length, ...ends });
    });
  });

  describe('400 for a cursor of another search, together with all other errors', () => {
    it.each(searches)('$operationId', async ({ operationId }) => {
      const first = await find(operationId, { pagination: { limit: 1, cursor: null } });
      const cursor = first.pagination.nextCursor ?? '';
      const other = await call(operationId, { sortBy: 'id', pagination: { cursor } });
      expect(other.body).toMatchObject({
        error: {
          invalidParams: {
            'pagination.cursor': {
              key: 'invalid_string',
              message: 'The cursor belongs to another query, sortBy or search',
            },
          },
        },
      });
      const wrong = { query: 'eq(id', search: 1, pagination: { cursor, page: 1 }, surprise: true };
      expect(errorKeys(await call(operationId, wrong))).toEqual({
        query: 'invalid_string',
        search: 'invalid_type',
        surprise: 'unrecognized_keys',
        'pagination.cursor': 'invalid_string',
        'pagination.page': 'too_big',
      });
    });
  });
});
