import { accepts, plantNew, receives, sends } from './in-new-operation.js';
import type { PlantedChange } from './planted-change.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const list = (keywords: object): object => ({ type: 'array', items: text, ...keywords });
const counted = (keywords: object): object => list({ contains: { const: 'a' }, ...keywords });
const object = (keywords: object): object => ({ type: 'object', ...keywords });
const number = (keywords: object): object => ({ type: 'number', ...keywords });
const pair = { a: text, b: text };
const parts = (closing: object, whole: object = {}): object => ({
  allOf: [object({ properties: { a: text } }), object({ properties: { b: text }, ...closing })],
  ...whole,
});
const closed = { unevaluatedProperties: false };
/** A part that closes itself, and has its properties below itself. */
const below = (keyword: string, ...others: object[]): object => ({
  allOf: [{ [keyword]: [object({ properties: { a: text } })], ...closed }, ...others],
});
const inner = { $ref: '#/components/schemas/Planted/$defs/inner' };
const secured = (...ways: object[]): object => ({ operation: { security: ways } });
const scheme = (keywords: object | undefined): object => ({
  components: {
    securitySchemes: keywords ? { planted: keywords } : { other: { type: 'http', scheme: 'basic' } },
  },
});
const oauth = (scopes: object): object => ({
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes } },
});
const link = (description: string): object => ({
  operation: {
    responses: { 200: { description: 'Planted.', links: { next: { operationId: 'planted', description } } } },
  },
});
const linkWith = (parameter: string): object => ({
  operation: {
    responses: {
      200: {
        description: 'Planted.',
        links: { next: { operationId: 'planted', parameters: { description: parameter } } },
      },
    },
  },
});
const called = (description: string): object => ({
  operation: {
    callbacks: { done: { '{$request.body#/url}': { post: { responses: { 200: { description } } } } } },
  },
});
const parameter = (where: string, keywords: object = {}): object =>
  accepts({ name: 'planted', in: where, schema: text, ...keywords });

const breaks = plantNew('breaking', {
  'a free map of a response is closed': [
    receives(object({ additionalProperties: true })),
    receives(object({ additionalProperties: false })),
  ],
  'a response no longer declares that an object is a free map': [
    receives(object({ additionalProperties: true })),
    receives(object({})),
  ],
  'a request no longer declares that an object is a free map': [
    sends(object({ additionalProperties: {} })),
    sends(object({})),
  ],
  'a part of a request closes itself against the properties of the others': [
    sends(parts({}, closed)),
    sends(parts(closed)),
  ],
  'a part of a request closes itself and what is below it against a property': [
    sends({ ...below('allOf'), properties: { a: text } }),
    sends({ ...below('allOf', object({ properties: { b: text }, ...closed })), properties: { a: text } }),
  ],
  'a sent list must contain a value, which it did not have to': [
    sends(counted({ minContains: 0 })),
    sends(counted({})),
  ],
  'a received list may lack a value that it always contained': [
    receives(counted({})),
    receives(counted({ minContains: 0 })),
  ],
  'a sent list may contain a value less often': [sends(counted({})), sends(counted({ maxContains: 1 }))],
  'a sent list must contain one of two values as often as the other': [
    sends({ allOf: [counted({}), list({ contains: { const: 'b' }, minContains: 2 })] }),
    sends({ allOf: [counted({ minContains: 2 }), list({ contains: { const: 'b' }, minContains: 2 })] }),
  ],
  'a sent list must contain another value': [sends(counted({})), sends(list({ contains: { const: 'b' } }))],
  'the items of a sent list must differ': [sends(list({})), sends(list({ uniqueItems: true }))],
  'the items of a received list may repeat': [receives(list({ uniqueItems: true })), receives(list({}))],
  'a link fills a parameter named description with another value': [
    linkWith('$response.body#/a'),
    linkWith('$response.body#/b'),
  ],
  'the first item of a sent list has another type': [
    sends(list({ prefixItems: [text] })),
    sends(list({ prefixItems: [integer] })),
  ],
  'a sent property requires another one': [
    sends(object({ properties: pair })),
    sends(object({ properties: pair, dependentRequired: { a: ['b'] } })),
  ],
  'a received property no longer comes with another one': [
    receives(object({ properties: pair, dependentRequired: { a: ['b'] } })),
    receives(object({ properties: pair })),
  ],
  'a sent property requires a schema of the others': [
    sends(object({ properties: pair })),
    sends(object({ properties: pair, dependentSchemas: { a: { required: ['b'] } } })),
  ],
  'the names of sent properties are limited': [
    sends(object({ additionalProperties: text })),
    sends(object({ additionalProperties: text, propertyNames: { maxLength: 3 } })),
  ],
  'the names of received properties are no longer limited': [
    receives(object({ additionalProperties: text, propertyNames: { enum: ['a'] } })),
    receives(object({ additionalProperties: text })),
  ],
  'an object of a request may have fewer properties': [
    sends(object({ additionalProperties: text })),
    sends(object({ additionalProperties: text, maxProperties: 1 })),
  ],
  'an object of a request must have more properties': [
    sends(object({ additionalProperties: text })),
    sends(object({ additionalProperties: text, minProperties: 1 })),
  ],
  'a sent number must be a multiple of another one': [
    sends(number({ multipleOf: 5 })),
    sends(number({ multipleOf: 10 })),
  ],
  'a sent number must be a multiple of a much larger one': [
    sends(number({ multipleOf: 1e-10 })),
    sends(number({ multipleOf: 1 })),
  ],
  'a received number is a multiple of a smaller one': [
    receives(number({ multipleOf: 10 })),
    receives(number({ multipleOf: 5 })),
  ],
  'a sent number must be above a bound': [
    sends(number({ minimum: 1 })),
    sends(number({ exclusiveMinimum: 1 })),
  ],
  'a sent number must be below a bound': [
    sends(number({ maximum: 1 })),
    sends(number({ exclusiveMaximum: 1 })),
  ],
  'a text of a request is encoded otherwise': [
    sends({ ...text, contentEncoding: 'base64' }),
    sends({ ...text, contentEncoding: 'base64url' }),
  ],
  'the content of a text has another schema': [
    sends({ ...text, contentSchema: text }),
    sends({ ...text, contentSchema: integer }),
  ],
  'a received text has another format': [
    receives({ ...text, format: 'date' }),
    receives({ ...text, format: 'date-time' }),
  ],
  'a sent text must be longer': [sends(text), sends({ ...text, minLength: 1 })],
  'a sent list must have an item': [sends(list({})), sends(list({ minItems: 1 }))],
  'a sent list may have fewer items': [sends(list({ maxItems: 2 })), sends(list({ maxItems: 1 }))],
  'the items of a received list have another type': [receives(list({})), receives(list({ items: integer }))],
  'a definition inside of a schema has another type': [
    receives(inner, { Planted: { $defs: { inner: text } } }),
    receives(inner, { Planted: { $defs: { inner: integer } } }),
  ],
  'a value of a response is only written': [
    receives(object({ properties: { a: text } })),
    receives(object({ properties: { a: { ...text, writeOnly: true } } })),
  ],
  'a choice of a request is only read': [
    sends({ oneOf: [text, integer] }),
    sends({ oneOf: [{ ...text, readOnly: true }, integer] }),
  ],
  'a second way to authenticate is required at the same time': [
    secured({ bearerAuth: [] }),
    secured({ bearerAuth: [], other: [] }),
  ],
  'a parameter moves from the query to a header': [parameter('query'), parameter('header')],
  'a cookie is required': [{ operation: {} }, parameter('cookie', { required: true })],
  'an object in the query is written otherwise': [
    parameter('query', { schema: object({ properties: pair }), style: 'deepObject' }),
    parameter('query', { schema: object({ properties: pair }) }),
  ],
  'the scope of a security scheme is removed': [
    scheme(oauth({ a: 'A.', b: 'B.' })),
    scheme(oauth({ a: 'A.' })),
  ],
});

const equals = plantNew('equal', {
  'the counts of two contained values change places': [
    sends({ allOf: [counted({ minContains: 2 }), list({ contains: { const: 'b' }, maxContains: 1 })] }),
    sends({ allOf: [list({ contains: { const: 'b' }, maxContains: 1 }), counted({ minContains: 2 })] }),
  ],
  'a part of a request closes itself in another way': [
    sends(parts(closed)),
    sends(parts({ additionalProperties: false })),
  ],
  'an object of a request is closed where all of its properties are below': [
    sends({ ...below('allOf'), ...closed }),
    sends(below('allOf')),
  ],
  'a choice of a request is closed where all of its properties are below': [
    sends({ ...below('oneOf'), ...closed }),
    sends(below('oneOf')),
  ],
  'a sent list must contain a value at least once, as by default': [
    sends(counted({})),
    sends(counted({ minContains: 1 })),
  ],
  'a count of contained items has no effect without their schema': [
    sends(list({})),
    sends(list({ minContains: 2, maxContains: 3 })),
  ],
  'the values of a free map are only described': [
    receives(object({ additionalProperties: true })),
    receives(object({ additionalProperties: { description: 'Anything.' } })),
  ],
  'another text below a keyword that the gate cannot judge': [
    sends({ not: { ...text, description: 'Before.' } }),
    sends({ not: { ...text, description: 'After.' } }),
  ],
  'another text of a link': [link('Before.'), link('After.')],
  'a text below a keyword that the gate cannot judge': [
    sends({ not: text }),
    sends({ not: { ...text, description: 'After.' } }),
  ],
  'another text of a callback': [called('Before.'), called('After.')],
  'another text of a scope': [scheme(oauth({ a: 'Before.' })), scheme(oauth({ a: 'After.' }))],
  'another hint of the format of a token': [
    scheme({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }),
    scheme({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque' }),
  ],
});

const compatible = plantNew('compatible', {
  'a sent number may be a multiple of a smaller fraction': [
    sends(number({ multipleOf: 0.3 })),
    sends(number({ multipleOf: 0.1 })),
  ],
  'a sent number may be a multiple of a much smaller one': [
    sends(number({ multipleOf: 1 })),
    sends(number({ multipleOf: 1e-10 })),
  ],
  'a sent property no longer requires another one': [
    sends(object({ properties: pair, dependentRequired: { a: ['b'] } })),
    sends(object({ properties: pair })),
  ],
  'a choice of a request is no longer only read': [
    sends({ oneOf: [{ ...text, readOnly: true }, integer] }),
    sends({ oneOf: [text, integer] }),
  ],
  'a sent list may repeat items': [sends(list({ uniqueItems: true })), sends(list({}))],
});

/** Changes of keywords that the contract does not contain today. */
export const newKeywords: readonly PlantedChange[] = [...breaks, ...equals, ...compatible];
