import { describe, expect, it } from '@jest/globals';
import { compileSchema, convertSchema, createDocument, type JsonObject } from '@parley/validation';
import fc from 'fast-check';
import { arbitraryOf } from '../src/generate/arbitrary-of.js';
import { fromExample } from '../src/generate/from-example.js';

function convert(schema: JsonObject, components: JsonObject = {}) {
  const document = createDocument({ openapi: '3.1.0', components: { schemas: components } });
  return convertSchema(document, schema, { direction: 'request', closed: false });
}

const node = {
  type: 'object',
  additionalProperties: false,
  required: ['value', 'children'],
  properties: {
    value: { type: 'integer' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
  },
};

/** Every keyword that the generator supports. */
const schemas: Record<string, JsonObject> = {
  'an enum': { enum: ['a', 1, null] },
  'a constant': { const: { deep: [1] } },
  'a nullable type': { type: ['string', 'null'], maxLength: 3 },
  'a range of integers': { type: 'integer', minimum: 5, maximum: 9 },
  'exclusive bounds': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
  'a bound at the end of int32': { type: 'integer', format: 'int32', minimum: 2_147_483_640 },
  multiples: { type: 'number', multipleOf: 0.25, minimum: 1, maximum: 2 },
  'multiples that are integers': { type: 'integer', multipleOf: 7, minimum: 1, maximum: 30 },
  lengths: { type: 'string', minLength: 3, maxLength: 5 },
  'one length': { type: 'string', minLength: 300, maxLength: 300 },
  'a pattern': { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' },
  'a pattern and a length': { type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 4 },
  'a format and a pattern': { type: 'string', format: 'uri', pattern: '^https://' },
  'a pattern that only its example matches': { type: 'string', pattern: '^(?!x)(?=.*z)y', examples: ['yz'] },
  ...Object.fromEntries(
    [
      'date-time',
      'date',
      'time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uuid',
      'json-pointer',
      'regex',
    ].map((format) => [`the format ${format}`, { type: 'string', format }]),
  ),
  base64: { type: 'string', contentEncoding: 'base64', minLength: 4 },
  'unique items': { type: 'array', uniqueItems: true, minItems: 3, items: { enum: [1, 2, 3, 4] } },
  'a tuple': {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'boolean' }],
    items: { type: 'null' },
    minItems: 2,
  },
  'a required item': { type: 'array', contains: { const: 'x' }, items: { type: 'string' } },
  'a closed object': {
    type: 'object',
    additionalProperties: false,
    required: ['a'],
    properties: { a: { type: 'string' }, b: {} },
  },
  'a map': { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2, maxProperties: 4 },
  'keys by a pattern': {
    type: 'object',
    patternProperties: { '^x-[a-z]+$': { type: 'boolean' } },
    additionalProperties: false,
    minProperties: 1,
  },
  'keys of a form': {
    type: 'object',
    propertyNames: { pattern: '^[a-c]{2}$' },
    additionalProperties: true,
    minProperties: 1,
  },
  allOf: {
    allOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 3 } } },
      { properties: { a: { maximum: 4 }, b: { type: 'string' } }, required: ['b'] },
    ],
  },
  oneOf: {
    oneOf: [
      { type: 'object', required: ['kind'], properties: { kind: { const: 'a' }, size: { type: 'integer' } } },
      { type: 'object', required: ['kind'], properties: { kind: { const: 'b' }, name: { type: 'string' } } },
    ],
  },
  'a union beside properties': {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' } },
    anyOf: [
      { required: ['x'], properties: { x: { type: 'number' } } },
      { required: ['y'], properties: { y: { type: 'boolean' } } },
    ],
  },
  'a condition': {
    type: 'object',
    required: ['country'],
    properties: { country: { enum: ['DE', 'US'] } },
    if: { properties: { country: { const: 'US' } } },
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema.
    then: { required: ['state'], properties: { state: { type: 'string' } } },
    else: { required: ['city'], properties: { city: { type: 'string' } } },
  },
  'a recursive schema': { $ref: '#/components/schemas/Node' },
  'a reference with further keywords': {
    $ref: '#/components/schemas/Node',
    properties: { value: { minimum: 100 } },
  },
  'keywords of OpenAPI 3.0': {
    type: 'integer',
    minimum: 1,
    exclusiveMinimum: true,
    nullable: true,
  },
};

describe('values generated from a schema', () => {
  it.each(Object.entries(schemas))('are valid: %s', (name, schema) => {
    const converted = convert(schema, { Node: node });
    const arbitrary = arbitraryOf(converted);
    const validator = compileSchema(converted);
    const values = arbitrary ? fc.sample(arbitrary, { numRuns: 100, seed: 5 }) : [];
    const valid = values.filter((value) => validator.accepts(value));
    expect(values).toHaveLength(100);
    // The caller drops values that only the whole schema can reject, such as those that violate a condition.
    expect(valid.length).toBeGreaterThanOrEqual(name === 'a condition' ? 60 : 95);
    expect(JSON.stringify(values).length).toBeLessThan(300_000);
  });

  it('differ', () => {
    const arbitrary = arbitraryOf(convert({ $ref: '#/components/schemas/Node' }, { Node: node }));
    const values = arbitrary ? fc.sample(arbitrary, { numRuns: 100, seed: 5 }) : [];
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(50);
  });

  it.each([
    ['false', { not: {} }],
    ['contradictory bounds', { type: 'integer', minimum: 2, maximum: 1 }],
    [
      'a pattern of lookaheads without an example',
      { type: 'string', pattern: '^(?=.*\\d)(?=.*[A-Z]).{40}$' },
    ],
    [
      'an infinite recursion',
      {
        type: 'object',
        required: ['again'],
        properties: { again: { $ref: '#/components/schemas/Endless' } },
      },
    ],
  ])('cannot be generated for %s, which is reported', (_, schema) => {
    const Endless = {
      type: 'object',
      required: ['again'],
      properties: { again: { $ref: '#/components/schemas/Endless' } },
    };
    const converted = convert(schema, { Endless });
    const arbitrary = arbitraryOf(converted);
    const values = arbitrary
      ? fc.sample(arbitrary, 20).filter((value) => compileSchema(converted).accepts(value))
      : [];
    expect(values).toEqual([]);
  });

  it('never name a host that can exist', () => {
    const formats = ['uri', 'email', 'hostname', 'ipv4'].map((format) =>
      arbitraryOf(convert({ type: 'string', format })),
    );
    const pattern = arbitraryOf(convert({ type: 'string', pattern: '^https?://[^/]+' }));
    const values = [...formats, pattern].flatMap((arbitrary) => (arbitrary ? fc.sample(arbitrary, 50) : []));
    const reserved =
      /([.@/]|^)(example\.(com|org)|[a-z0-9.-]+\.(example|example\.com|example\.org)|192\.0\.2\.\d+)([/?#]|$)/;
    expect(values.filter((value) => !reserved.test(String(value)))).toEqual([]);
  });

  it('shrink to the smallest that still fails', () => {
    const schema = convert({
      type: 'object',
      required: ['name', 'price'],
      properties: {
        name: { type: 'string' },
        price: { type: 'integer', minimum: 0, maximum: 1000 },
        tags: { type: 'array', items: { type: 'string' } },
      },
    });
    const arbitrary = arbitraryOf(schema) ?? fc.constant(undefined);
    const result = fc.check(
      fc.property(arbitrary, (value) => !(isPriced(value) && value.price > 500)),
      { seed: 2, numRuns: 500 },
    );
    expect(result.counterexample).toEqual([{ name: '', price: 501 }]);
  });

  it('use known identifiers of the server', () => {
    const schema = convert({
      type: 'object',
      required: ['contactId', 'labels', 'name'],
      properties: {
        contactId: { type: 'string', format: 'uuid' },
        labels: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        },
        name: { type: 'string' },
      },
    });
    const known = ({ name, parent }: { name?: string | undefined; parent?: string | undefined }) =>
      name === 'contactId' || (name === 'id' && parent === 'labels') ? () => `known ${name}` : undefined;
    const arbitrary = arbitraryOf(schema, { known }) ?? fc.constant(undefined);
    const texts = fc.sample(arbitrary, { numRuns: 50, seed: 1 }).map((value) => JSON.stringify(value));
    expect(texts.filter((text) => text.includes('known contactId')).length).toBeGreaterThan(30);
    expect(texts.filter((text) => text.includes('"id":"known id"')).length).toBeGreaterThan(30);
  });

  it('generated from an example are mostly the example, and shrink by dropping parts of it', () => {
    const example = { a: 1, b: { c: [1, 2], d: 'x' } };
    const values = fc.sample(fromExample(example, undefined), { numRuns: 60, seed: 4 });
    expect(values).toContainEqual(example);
    const result = fc.check(
      fc.property(fromExample(example, undefined), (value) => !JSON.stringify(value).includes('"d"')),
      { seed: 4 },
    );
    expect(result.counterexample).toEqual([{ b: { d: 'x' } }]);
  });
});

function isPriced(value: unknown): value is { price: number } {
  return typeof value === 'object' && value !== null && 'price' in value;
}
