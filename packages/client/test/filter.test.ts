import { describe, expect, it } from '@jest/globals';
import {
  and,
  contains,
  eq,
  type Filter,
  gt,
  gte,
  isIn,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  startsWith,
} from '@parley/client';
import { v3 } from '@parley/contract/operations';
import fc from 'fast-check';
import type { Filter as ParsedFilter } from '../../core/src/search/filter.js';
import { parseFilter } from '../../core/src/search/parse-filter.js';
import { type Fields, fields } from './support/search-fields.js';

/** The meaning of a filter, and its text. */
interface Meant {
  readonly filter: Filter<Fields>;
  readonly parsed: ParsedFilter;
}

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '(', ')', ',', ' ', 'true', 'null', '\n', 'é', '😀') }),
);
const dates = fc.date({
  min: new Date('0001-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const numbers = fc.oneof(
  fc.integer(),
  fc.tuple(fc.integer(), fc.integer({ min: 1, max: 1_000 })).map(([whole, part]) => whole + part / 1_024),
);
const fieldValues = fc.oneof(
  fc.tuple(fc.constant('id' as const), fc.uuid()),
  fc.tuple(fc.constant('name' as const), texts),
  fc.tuple(fc.constant('status' as const), texts),
  fc.tuple(fc.constant('createdAt' as const), dates),
  fc.tuple(fc.constant('size' as const), numbers),
  fc.tuple(fc.constant('isOpen' as const), fc.boolean()),
);

const conditions: fc.Arbitrary<Meant> = fc.oneof(
  fieldValues.chain(([name, value]) =>
    fc.constantFrom(['eq', eq] as const, ['ne', ne] as const).map(([type, build]) => ({
      filter: build<Fields, typeof name>(name, value),
      parsed: { type, field: fields[name], value: asParsed(value) },
    })),
  ),
  fieldValues
    .filter(([name]) => name !== 'status' && name !== 'isOpen')
    .chain(([name, value]) =>
      fc
        .constantFrom(['gt', gt] as const, ['gte', gte] as const, ['lt', lt] as const, ['lte', lte] as const)
        .map(([type, build]) => ({
          // The filter above has left only fields with an order.
          filter: build<Fields, 'createdAt'>(name as 'createdAt', value as Date),
          parsed: { type, field: fields[name], value: asParsed(value) },
        })),
    ),
  fc.tuple(fc.constantFrom('name', 'id', 'status'), texts).chain(([name, text]) =>
    fc
      .constantFrom(['contains', contains] as const, ['startsWith', startsWith] as const)
      .map(([type, build]) => ({
        filter: build<Fields, typeof name>(name, text),
        parsed: { type, field: fields[name], value: text },
      })),
  ),
  fc.constantFrom('open', 'closed').map((value) => ({
    filter: gt<Fields, 'status'>('status', value),
    parsed: { type: 'gt' as const, field: fields.status, value },
  })),
  fc.array(fc.option(texts), { minLength: 1, maxLength: 4 }).map((values) => ({
    filter: isIn<Fields, 'name'>('name', values),
    parsed: { type: 'in' as const, field: fields.name, values },
  })),
  fc.constantFrom('id', 'name', 'status', 'createdAt', 'size', 'isOpen').map((name) => ({
    filter: isNull<Fields, typeof name>(name),
    parsed: { type: 'isNull' as const, field: fields[name] },
  })),
);

const negate = ({ filter, parsed }: Meant): Meant => ({
  filter: not<Fields>(filter),
  parsed: { type: 'not', filter: parsed },
});
const join = (type: 'and' | 'or', parts: readonly Meant[]): Meant => ({
  filter: (type === 'and' ? and : or)<Fields>(...parts.map(({ filter }) => filter)),
  parsed: { type, filters: parts.map(({ parsed }) => parsed) },
});

const { tree: filters } = fc.letrec<{ tree: Meant }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    conditions,
    tie('tree').map(negate),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((parts) => join('and', parts)),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((parts) => join('or', parts)),
  ),
}));

function asParsed(value: string | number | boolean | Date): string | number | boolean {
  return value instanceof Date ? value.toISOString() : value;
}

describe('a filter', () => {
  it('is parsed by the service with its intended meaning', () => {
    fc.assert(
      fc.property(filters, ({ filter, parsed }) => {
        expect(parseFilter(filter.expression, fields)).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });

  it('is sent as text', () => {
    const filter = eq<Fields, 'name'>('name', 'say "hi" \\ bye');
    const text = 'eq(name,"say \\"hi\\" \\\\ bye")';
    expect([filter.expression, `${filter}`, JSON.stringify({ query: filter })]).toEqual([
      text,
      text,
      JSON.stringify({ query: text }),
    ]);
  });

  it('is not sent if its value cannot be written in the language', () => {
    const refused = [Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7, 0.1 + 0.2, 1e15];
    for (const value of refused) expect(() => eq<Fields, 'size'>('size', value)).toThrow(RangeError);
    expect(() => eq<Fields, 'name'>('name', 'a\u0000b')).toThrow(
      'cannot compare with U+0000 or a lone surrogate',
    );
    expect(() => eq<Fields, 'name'>('name', '\ud83d')).toThrow(
      'cannot compare with U+0000 or a lone surrogate',
    );
    for (const date of ['+010000-01-01T00:00:00Z', '0000-12-31T23:59:59Z', 'never']) {
      expect(() => gt<Fields, 'createdAt'>('createdAt', new Date(date))).toThrow(RangeError);
    }
    // Values that a program without types could pass.
    expect(() => eq('name' as never, {} as never)).toThrow(
      'A filter cannot compare with a value of type object.',
    );
    expect(() => eq('name' as never, undefined as never)).toThrow('of type undefined');
    expect(() => eq('name,"x"),eq(id' as never, 'x' as never)).toThrow('Expected the name of a field');
    expect(() => and('eq(name,1)' as never)).toThrow(
      'Expected a filter, such as eq("status", "open"), found string.',
    );
  });

  it('accepts any id that the service can read, and no other', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'09afAF-g'), minLength: 34, maxLength: 38 });
    const upper = fc.uuid().map((id) => id.toUpperCase());
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), upper, hex, texts), (value) => {
        const build = () => eq<Fields, 'id'>('id', value).expression;
        if (!isReadable(value)) return expect(build).toThrow(TypeError);
        expect(parseFilter(build(), fields)).toMatchObject({ value: value.toLowerCase() });
      }),
    );
    function isReadable(value: string): boolean {
      try {
        return parseFilter(`eq(id,${JSON.stringify(value)})`, fields) !== undefined;
      } catch {
        return false;
      }
    }
  });

  it('knows the id fields of every search', () => {
    for (const { filterFields } of Object.values(v3.operations)) {
      for (const [name, kind] of Object.entries(filterFields ?? {})) {
        const build = () => eq<Fields, 'name'>(name.replace('*', 'x') as 'name', 'support');
        if (kind === 'id') expect(build).toThrow(`A filter cannot compare with "support": ${name} is an id.`);
        else expect(build).not.toThrow();
      }
    }
    expect(() => isIn<Fields, 'id'>('id', [null, 'support'])).toThrow('id is an id');
    expect(`${eq<Fields, 'name'>('attributes.customerId' as 'name', 'C-7')}`).toBe(
      'eq(attributes.customerId,"C-7")',
    );
  });

  it('accepts any number that the service can read, and no other', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const isReadable = /^-?\d{1,15}(\.\d{1,15})?$/.test(String(value));
        const build = () => eq<Fields, 'size'>('size', value).expression;
        if (!isReadable) return expect(build).toThrow(RangeError);
        expect(parseFilter(build(), fields)).toMatchObject({ value: value === 0 ? 0 : value });
      }),
    );
  });
});
