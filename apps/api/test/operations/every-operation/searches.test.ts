import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Operation, v3 } from '@parley/contract/operations';
import { type SearchOperationId, searchables, validRequest } from '@parley/testkit';
import { enrichWorld } from '../support/enrich-world.js';
import { faultKeys } from '../support/failures.js';
import { type Stage, startStage } from '../support/start-stage.js';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  await enrichWorld(stage.database, stage.own);
});

afterAll(() => stage?.stop());

type Entry = Readonly<Record<string, unknown>> & { readonly id: string };
type Value = string | number | boolean;

const searches = Object.values<Operation>(v3.operations).flatMap(
  ({ operationId, filterFields, sortFields }) =>
    filterFields === null ? [] : [{ operationId, filterFields, sortFields: sortFields ?? [] }],
);

const fields = searches.flatMap(({ operationId, filterFields }) =>
  Object.entries(filterFields).flatMap(([field, kind]) =>
    kind === 'attribute' ? [] : [{ operationId, field, kind, name: `${operationId} ${field}` }],
  ),
);

/** The kinds with a before and an after. */
const ordered = ['id', 'text', 'timestamp', 'number'] as const;

function search(operationId: string, body: object) {
  const { params = {} } = validRequest(stage.own, 'v3', operationId);
  return stage.call({ version: 'v3', operationId }, { params, body });
}

async function find(operationId: string, body: object = {}): Promise<Entry[]> {
  const answer = await search(operationId, { pagination: { limit: 100 }, ...body });
  expect(answer.status).toBe(200);
  // The wire check has compared the answer with the document.
  const { data, pagination } = answer.body as { data: Entry[]; pagination: { total: number } };
  expect(pagination.total).toBe(data.length);
  return data;
}

describe('the fields of a search are those of the document', () => {
  it.each(searches)('$operationId', ({ operationId, filterFields, sortFields }) => {
    // The names come from the same document as the type.
    const resource = searchables[operationId as SearchOperationId](stage.own.tenant.id);
    const known = Object.entries(resource.fields);
    expect(Object.fromEntries(known.map(([name, { kind }]) => [name, kind]))).toEqual(filterFields);
    const sortable = known.filter(([, field]) => field.kind !== 'attribute' && !field.within);
    expect(sortable.map(([name]) => name)).toEqual(sortFields);
  });
});

describe('every function finds by the field what a reading without SQL finds', () => {
  it.each(fields)('$name', async ({ operationId, field, kind }) => {
    const all = await find(operationId);
    expect(all.length).toBeGreaterThan(2);
    const samples = [...new Set(all.flatMap((entry) => valuesOf(entry, field)))];
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples.slice(0, 2)) {
      for (const [name, holds] of Object.entries(functionsFor(kind, sample))) {
        const query = `${name}(${field},${write(sample)})`;
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

describe('400 for a function that means nothing for the kind of field', () => {
  const wrong = { contains: ['text'], startsWith: ['text'], gt: ordered, lte: ordered } as const;
  it.each(fields)('$name', async ({ operationId, field, kind }) => {
    for (const [name, kinds] of Object.entries(wrong)) {
      if (kinds.some((known) => known === kind)) continue;
      const answer = await search(operationId, { query: `${name}(${field},1)` });
      expect(faultKeys(answer)).toEqual({ query: 'invalid_string' });
    }
  });
});

describe('a field puts everything in its order, both ways, and what has no value at the end', () => {
  const sortable = searches.flatMap(({ operationId, filterFields, sortFields }) =>
    sortFields.map((field) => ({
      operationId,
      field,
      kind: filterFields[field],
      name: `${operationId} ${field}`,
    })),
  );
  it.each(sortable)('$name', async ({ operationId, field, kind }) => {
    const upwards = await find(operationId, { sortBy: field });
    const downwards = await find(operationId, { sortBy: `desc(${field})` });
    expect(downwards.map(({ id }) => id)).toEqual(upwards.map(({ id }) => id).reverse());
    const all = await find(operationId);
    expect(upwards.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    const values = upwards.map((entry) => valuesOf(entry, field)[0]);
    const count = values.filter((value) => value !== undefined).length;
    expect(values.slice(count).every((value) => value === undefined)).toBe(true);
    // How texts are ordered is a matter of the database.
    if (kind !== 'text') expect(values.slice(0, count)).toEqual([...values.slice(0, count)].sort(compare));
  });

  const unsortable = fields.filter(
    ({ operationId, field }) =>
      !searches.find((known) => known.operationId === operationId)?.sortFields.includes(field),
  );
  it.each(unsortable)('400 for $name, which can have several values', async ({ operationId, field }) => {
    expect(faultKeys(await search(operationId, { sortBy: field }))).toEqual({ sortBy: 'invalid_string' });
  });
});

/** What the record holds in the field, as the answer shows it. */
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

/** The functions of the language over one value, each with what it means. A field of several holds if one does. */
function functionsFor(kind: string, sample: Value): Record<string, Holds> {
  const some =
    (test: (value: Value) => boolean): Holds =>
    (values) =>
      values.some(test);
  const equal = some((value) => value === sample);
  const every = { eq: equal, ne: (values: readonly Value[]) => !equal(values) };
  const text = String(sample).toLowerCase();
  const lower = (value: Value) => String(value).toLowerCase();
  if (kind === 'text') {
    return {
      ...every,
      contains: some((value) => lower(value).includes(text)),
      startsWith: some((value) => lower(value).startsWith(text)),
    };
  }
  if (kind === 'enum' || kind === 'boolean') return every;
  return {
    ...every,
    gt: some((value) => compare(value, sample) > 0),
    gte: some((value) => compare(value, sample) >= 0),
    lt: some((value) => compare(value, sample) < 0),
    lte: some((value) => compare(value, sample) <= 0),
  };
}

function compare(one: Value | undefined, other: Value | undefined): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

function write(value: Value): string {
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value);
}
