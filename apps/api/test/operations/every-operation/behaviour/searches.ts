import { beforeAll, describe, expect, it } from '@jest/globals';
import { type SearchOperationId, searchables } from '@parley/testkit';
import { declaredValues } from '../../support/declared-values.js';
import { enrichWorld } from '../../support/enrich-world.js';
import { errorKeys } from '../../support/failures.js';
import { useStage } from '../../support/use-stage.js';
import { compare, functionsFor, valuesOf, write } from './filter-functions.js';
import { fields, invalidQuery, isFeed, searchCalls, searches } from './search-calls.js';
import { describeSearchErrors } from './search-errors.js';

/** Searches by every field, and with every function by those that are passed. */
export function describeSearches(complete: readonly (typeof fields)[number][]): void {
  const stage = useStage();
  const calls = searchCalls(stage);
  const { search, find, findAll } = calls;

  beforeAll(async () => {
    await enrichWorld(stage.database, stage.own);
  });

  describe('the fields of a search are those of the document', () => {
    it.each(searches)('$operationId', ({ operationId, filterFields, sortFields }) => {
      // The names come from the same document as the type.
      const resource = searchables[operationId as SearchOperationId](stage.own.tenant.id);
      const known = Object.entries(resource.fields);
      expect(Object.fromEntries(known.map(([name, { kind }]) => [name, kind]))).toEqual(filterFields);
      const sortable = known.filter(
        ([, field]) => field.kind !== 'attribute' && !field.within && !field.isFilterOnly,
      );
      expect(sortable.map(([name]) => name)).toEqual(sortFields);
    });
  });

  describe('every function finds the same records as a comparison without SQL', () => {
    it.each(complete)('$name', async ({ operationId, path, field, kind }) => {
      const all = await findAll(operationId);
      const order = kind === 'enum' ? declaredValues(path, field) : undefined;
      expect(all.length).toBeGreaterThan(2);
      const samples = [...new Set(all.flatMap((entry) => valuesOf(entry, field)))];
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples.slice(0, 2)) {
        for (const [name, value, holds] of functionsFor(kind, sample, order)) {
          const query = `${name}(${field},${write(value)})`;
          const found = (await find(operationId, { query })).map(({ id }) => id);
          const expected = all.filter((entry) => holds(valuesOf(entry, field))).map(({ id }) => id);
          expect({ query, found }).toEqual({ query, found: expected });
        }
      }
      const missing = all.filter((entry) => valuesOf(entry, field).length === 0);
      expect(await find(operationId, { query: `isNull(${field})` })).toEqual(missing);
      expect(await find(operationId, { query: `eq(${field},null)` })).toEqual(missing);
      expect(await find(operationId, { query: `not(isNull(${field}))` })).toHaveLength(
        all.length - missing.length,
      );
      const two = samples.slice(0, 2);
      const either = await find(operationId, { query: `in(${field},${two.map(write).join(',')})` });
      expect(either).toEqual(
        all.filter((entry) => valuesOf(entry, field).some((value) => two.includes(value))),
      );
    });

    it.each(fields)('eq, or isNull, with $name', async ({ operationId, field }) => {
      const all = await findAll(operationId);
      const [sample] = all.flatMap((entry) => valuesOf(entry, field));
      if (sample === undefined) throw new Error('No record has a value.');
      // The conditions are one query, whose records have the value or none.
      const query = `or(eq(${field},${write(sample)}),isNull(${field}))`;
      const expected = all.filter((entry) => {
        const values = valuesOf(entry, field);
        return values.length === 0 || values.includes(sample);
      });
      expect(await find(operationId, { query })).toEqual(expected);
    });
  });

  describe('an enumeration is compared in the order of the document', () => {
    it.each(fields.filter(({ kind }) => kind === 'enum'))('$name', ({ operationId, path, field }) => {
      const { [field]: known } = searchables[operationId as SearchOperationId](stage.own.tenant.id).fields;
      expect(known).toMatchObject({ values: declaredValues(path, field) });
    });

    // The type of an event is stored as a text, so its conditions become lists of values. The origin of an old message is
    // computed.
    const stored = fields.filter(({ operationId, field }) => !isFeed(operationId) && field !== 'originType');
    it.each(stored.filter(({ kind }) => kind === 'enum'))(
      'PostgreSQL has the same order for $name',
      async ({ operationId, path, field }) => {
        const { table, fields: known } = searchables[operationId as SearchOperationId](stage.own.tenant.id);
        const { column, type } = Object(known[field]);
        const { rows } = await stage.database.pool.query(
          `select enumlabel::text as value from pg_attribute join pg_enum on enumtypid = atttypid
         where attrelid = $1::regclass and attname = $2 and atttypid = $3::regtype order by enumsortorder`,
          [table, column, type],
        );
        expect(rows.map(({ value }) => value)).toEqual(declaredValues(path, field));
      },
    );

    it.each(fields.filter(({ kind }) => kind === 'enum'))(
      '400 for a value that $name does not have in a comparison of order',
      async ({ operationId, path, field }) => {
        const { body } = await search(operationId, { query: `gt(${field},nonsense)` });
        const expected = `Expected one of ${declaredValues(path, field).join(', ')} at position ${field.length + 5}`;
        expect(body).toMatchObject(invalidQuery(`${expected}, found "nonsense"`));
      },
    );
  });

  /** Only the database knows the order of texts, but each is before, equal to or after the sample. */
  describe('a text divides all records into those before, equal and after', () => {
    it.each(fields.filter(({ kind }) => kind === 'text'))('$name', async ({ operationId, field }) => {
      const all = await findAll(operationId);
      const sample = all.flatMap((entry) => valuesOf(entry, field))[0] ?? '';
      const isSingle = all.every((entry) => valuesOf(entry, field).length <= 1);
      const count = async (query: string) => (await find(operationId, { query })).length;
      const [below, at, above] = await Promise.all(
        ['lt', 'eq', 'gt'].map((name) => count(`${name}(${field},${write(sample)})`)),
      );
      const [upTo, from] = await Promise.all(
        ['lte', 'gte'].map((name) => count(`${name}(${field},${write(sample)})`)),
      );
      const present = await count(`not(isNull(${field}))`);
      if (!isSingle) return expect([upTo, from].every((found = 0) => found <= present)).toBe(true);
      expect((below ?? 0) + (at ?? 0) + (above ?? 0)).toBe(present);
      expect(upTo).toBe((below ?? 0) + (at ?? 0));
      expect(from).toBe((above ?? 0) + (at ?? 0));
    });
  });

  describe('a field sorts all records in both directions, with missing values last', () => {
    const sortable = searches.flatMap(({ operationId, path, filterFields, sortFields }) =>
      sortFields.map((field) => ({
        operationId,
        path,
        field,
        kind: filterFields[field],
        name: `${operationId} ${field}`,
      })),
    );
    it.each(sortable)('$name', async ({ operationId, path, field, kind }) => {
      const upwards = await find(operationId, { sortBy: field });
      const downwards = await find(operationId, { sortBy: `desc(${field})` });
      expect(downwards.map(({ id }) => id)).toEqual(upwards.map(({ id }) => id).reverse());
      const all = await findAll(operationId);
      expect(upwards.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
      const values = upwards.map((entry) => valuesOf(entry, field)[0]);
      const count = values.filter((value) => value !== undefined).length;
      expect(values.slice(count).every((value) => value === undefined)).toBe(true);
      const order = kind === 'enum' ? declaredValues(path, field) : undefined;
      const places = values.slice(0, count).map((value) => (order ? order.indexOf(String(value)) : value));
      // The database decides how texts are ordered.
      if (kind !== 'text') expect(places).toEqual([...places].sort(compare));
      // The text order must differ, or else the test would not notice a wrong one.
      const texts = [...new Set(values.slice(0, count).map(String))];
      if (order && !isAlphabetical(order)) expect(texts).not.toEqual([...texts].sort());
    });

    const unsortable = fields.filter(
      ({ operationId, field }) =>
        !isFeed(operationId) &&
        !searches.find((known) => known.operationId === operationId)?.sortFields.includes(field),
    );
    it.each(unsortable)('400 for $name, which can only be filtered', async ({ operationId, field }) => {
      expect(errorKeys(await search(operationId, { sortBy: field }))).toEqual({ sortBy: 'invalid_string' });
    });
  });

  describeSearchErrors(calls);
}

function isAlphabetical(texts: readonly string[]): boolean {
  return texts.every((text, at) => at === 0 || compare(texts[at - 1], text) < 0);
}
