import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Operation, v3 } from '@parley/contract/operations';
import { type SearchOperationId, searchables, validRequest } from '@parley/testkit';
import { declaredValues } from '../../support/declared-values.js';
import { enrichWorld } from '../../support/enrich-world.js';
import { errorKeys } from '../../support/failures.js';
import { useStage } from '../../support/use-stage.js';

describe('searches', () => {
  const stage = useStage();

  beforeAll(async () => {
    await enrichWorld(stage.database, stage.own);
  });

  type Entry = Readonly<Record<string, unknown>> & { readonly id: string };
  type Value = string | number | boolean;

  const searches = Object.values<Operation>(v3.operations).flatMap(
    ({ operationId, path, filterFields, sortFields }) =>
      filterFields === null ? [] : [{ operationId, path, filterFields, sortFields: sortFields ?? [] }],
  );

  const fields = searches.flatMap(({ operationId, path, filterFields }) =>
    Object.entries(filterFields).flatMap(([field, kind]) =>
      kind === 'attribute' ? [] : [{ operationId, path, field, kind, name: `${operationId} ${field}` }],
    ),
  );

  /** The kinds of fields that are ordered, and those that are texts or can be read as text. */
  const ordered = ['id', 'text', 'timestamp', 'number', 'enum'];
  const textual = ['id', 'text', 'enum'];

  function search(operationId: string, body: object) {
    const { params = {} } = validRequest(stage.own, 'v3', operationId);
    return stage.call({ version: 'v3', operationId }, { params, body });
  }

  /** Pages by cursor have neither a number nor a total. */
  function hasCursor(operationId: string): boolean {
    return operationId === 'searchChatMessages';
  }

  async function find(operationId: string, body: object = {}): Promise<Entry[]> {
    const page = hasCursor(operationId) ? { limit: 100 } : { pagination: { limit: 100 } };
    const response = await search(operationId, { ...page, ...body });
    expect(response.status).toBe(200);
    // The wire check has compared the response with the document.
    const { data, pagination } = response.body as { data: Entry[]; pagination: { total?: number } };
    if (!hasCursor(operationId)) expect(pagination.total).toBe(data.length);
    return data;
  }

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
    it.each(fields)('$name', async ({ operationId, path, field, kind }) => {
      const all = await find(operationId);
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
  });

  describe('an enumeration is compared in the order of the document', () => {
    it.each(fields.filter(({ kind }) => kind === 'enum'))('$name', ({ operationId, path, field }) => {
      const { [field]: known } = searchables[operationId as SearchOperationId](stage.own.tenant.id).fields;
      expect(known).toMatchObject({ values: declaredValues(path, field) });
    });

    it.each(fields.filter(({ kind }) => kind === 'enum'))(
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
      const all = await find(operationId);
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

  describe('400 for a function that does not apply to the kind of field, with those that do', () => {
    const meaningful = {
      contains: textual,
      startsWith: textual,
      gt: ordered,
      gte: ordered,
      lt: ordered,
      lte: ordered,
    };
    const nouns: Readonly<Record<string, string>> = {
      timestamp: 'a timestamp (eq, ne, gt, gte, lt, lte, in, isNull)',
      number: 'a number (eq, ne, gt, gte, lt, lte, in, isNull)',
      boolean: 'a boolean (eq, ne, in, isNull)',
    };
    it.each(fields.filter(({ kind }) => kind in nouns))('$name', async ({ operationId, field, kind }) => {
      const refused = Object.entries(meaningful).filter(([, kinds]) => !kinds.includes(kind));
      for (const [name] of refused) {
        const { body } = await search(operationId, { query: `${name}(${field},1)` });
        const expected = `Expected a function that works on ${field}, ${nouns[kind]} at position 1`;
        expect(body).toMatchObject(invalidQuery(`${expected}, found "${name}"`));
      }
    });
  });

  describe('400 for an expression of more than 2,000 code points, which may take more units of UTF-16', () => {
    it.each(searches)('$operationId', async ({ operationId }) => {
      const long = (count: number) => `startsWith(id,"${'😀'.repeat(count - 17)}")`;
      expect(await find(operationId, { query: long(2_000) })).toEqual([]);
      const { body } = await search(operationId, { query: long(2_001), sortBy: ' '.repeat(2_001) });
      const tooLong = {
        key: 'invalid_string',
        message: 'Expected at most 2,000 characters at position 2001',
      };
      expect(body).toMatchObject({ error: { invalidParams: { query: tooLong, sortBy: tooLong } } });
    });
  });

  describe('400 names the errors of both expressions together with those of the schema', () => {
    it.each(searches)('$operationId', async ({ operationId }) => {
      const place = hasCursor(operationId) ? { limit: 0 } : { pagination: { page: -1 } };
      const wrong = { query: 'eq(id', sortBy: 'nothing', search: 1, surprise: true, ...place };
      expect(errorKeys(await search(operationId, wrong))).toEqual({
        query: 'invalid_string',
        sortBy: 'invalid_string',
        search: 'invalid_type',
        surprise: 'unrecognized_keys',
        [hasCursor(operationId) ? 'limit' : 'pagination.page']: 'too_small',
      });
    });

    it('searchContacts: an attribute that does not exist, and a value that does not suit its attribute', async () => {
      const wrongAttribute = { query: 'eq(attributes.nowhere,1)', surprise: 1 };
      expect(errorKeys(await search('searchContacts', wrongAttribute))).toEqual({
        query: 'invalid_string',
        surprise: 'unrecognized_keys',
      });
    });

    it('searchContacts: a valid expression adds no error', async () => {
      const right = { query: 'startsWith(id,"0")', sortBy: 'createdAt', surprise: 1 };
      expect(errorKeys(await search('searchContacts', right))).toEqual({ surprise: 'unrecognized_keys' });
    });

    it('a text that cannot be stored is not parsed', async () => {
      const unstorable = { query: 'eq(id,"\u0000', sortBy: 'nothing' };
      const { body } = await search('searchContacts', unstorable);
      expect(body).toMatchObject({
        error: {
          invalidParams: {
            query: { message: 'Text must not contain NUL characters or unpaired surrogates' },
            sortBy: { key: 'invalid_string' },
          },
        },
      });
    });
  });

  function invalidQuery(message: string): object {
    return { error: { invalidParams: { query: { key: 'invalid_string', message } } } };
  }

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
      const all = await find(operationId);
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
        !searches.find((known) => known.operationId === operationId)?.sortFields.includes(field),
    );
    it.each(unsortable)('400 for $name, which can only be filtered', async ({ operationId, field }) => {
      expect(errorKeys(await search(operationId, { sortBy: field }))).toEqual({ sortBy: 'invalid_string' });
    });
  });

  function isAlphabetical(texts: readonly string[]): boolean {
    return texts.every((text, at) => at === 0 || compare(texts[at - 1], text) < 0);
  }

  /** Returns the value of the field in the record, as the response shows it. */
  function valuesOf(entry: Entry, field: string): Value[] {
    const lists: Readonly<Record<string, [list: string, key: string]>> = {
      labelId: ['labels', 'id'],
      labelName: ['labels', 'name'],
      handle: ['handles', 'value'],
    };
    const [list, key] = lists[field] ?? [];
    const values = list && key ? items(entry[list]).map((item) => item[key]) : [entry[field]];
    return values.filter((value) => value !== null).map((value) => value as Value);
  }

  function items(list: unknown): Readonly<Record<string, unknown>>[] {
    return Array.isArray(list) ? list : [];
  }

  type Holds = (values: readonly Value[]) => boolean;

  /**
   * Returns the functions of the language with one value each, and what they mean. A field with several values matches
   * if one of them does.
   */
  function functionsFor(
    kind: string,
    sample: Value,
    order: readonly string[] | undefined,
  ): [name: string, value: Value, holds: Holds][] {
    const some =
      (test: (value: Value) => boolean): Holds =>
      (values) =>
        values.some(test);
    const equal = some((value) => value === sample);
    const lower = (value: Value) => String(value).toLowerCase();
    const place = (value: Value) => (order ? order.indexOf(String(value)) : value);
    const [inner, start] = [
      String(sample).slice(1, 4).toUpperCase(),
      String(sample).slice(0, 3).toUpperCase(),
    ];
    const parts: [string, Value, Holds][] = [
      ['contains', sample, some((value) => lower(value).includes(lower(sample)))],
      ['contains', inner, some((value) => lower(value).includes(lower(inner)))],
      ['startsWith', sample, some((value) => lower(value).startsWith(lower(sample)))],
      ['startsWith', start, some((value) => lower(value).startsWith(lower(start)))],
      // The sample contains this part, but does not start with it.
      ['startsWith', inner, some((value) => lower(value).startsWith(lower(inner)))],
    ];
    const bounds: [string, Value, Holds][] = [
      ['gt', sample, some((value) => compare(place(value), place(sample)) > 0)],
      ['gte', sample, some((value) => compare(place(value), place(sample)) >= 0)],
      ['lt', sample, some((value) => compare(place(value), place(sample)) < 0)],
      ['lte', sample, some((value) => compare(place(value), place(sample)) <= 0)],
    ];
    return [
      ['eq', sample, equal],
      ['ne', sample, (values) => !equal(values)],
      ...(textual.includes(kind) ? parts : []),
      ...(ordered.includes(kind) && kind !== 'text' ? bounds : []),
    ];
  }

  function compare(one: Value | undefined, other: Value | undefined): number {
    if (one === other) return 0;
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return String(one) < String(other) ? -1 : 1;
  }

  function write(value: Value): string {
    return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value);
  }
});
