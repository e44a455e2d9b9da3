import { accepts, growing, plantNew, receives, returnsHeader, sends } from './in-new-operation.js';
import type { PlantedChange } from './planted-change.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const listOf = (items: object): object => ({ type: 'array', items });
const texts = listOf(text);
const kinds = { Planted: { type: 'object', required: ['k'], properties: { k: { const: 'd' } } } };
const mapped = (target: string): object => ({
  oneOf: [{ $ref: '#/components/schemas/Planted' }],
  discriminator: { propertyName: 'k', mapping: { d: target } },
});
const branch = (name: string, kind: string): object => ({
  [name]: { type: 'object', required: ['kind'], properties: { kind: { const: kind } } },
});
const branches = { ...branch('PlantedA', 'a'), ...branch('PlantedB', 'b') };
const discriminated = (discriminator: object): object => ({
  oneOf: ['PlantedA', 'PlantedB'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  ...discriminator,
});
const mapping = { a: 'PlantedA', b: '#/components/schemas/PlantedB' };
const form = (properties: object, encoding?: object): object => ({
  operation: {
    requestBody: {
      content: {
        'multipart/form-data': { schema: { type: 'object', properties }, ...(encoding && { encoding }) },
      },
    },
  },
});
const choice = (...names: string[]): object => ({
  type: 'object',
  properties: { a: text, b: text },
  oneOf: names.map((name) => ({ required: [name] })),
});
const secured = (...names: string[]): object => ({
  operation: { security: names.map((name) => ({ [name]: [] })) },
});

const binary = { schema: { type: 'string', format: 'binary' } };
const uploads = (...mediaTypes: string[]): object => ({
  operation: {
    requestBody: { content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, binary])) },
  },
});
const linked = (next: object): object => ({
  operation: { responses: { 200: { description: 'Planted.', links: { next } } } },
  components: { links: { Next: { operationId: 'planted' } } },
});
const acknowledged = (status: string): object => ({
  document: {
    webhooks: { 'planted.done': { post: { responses: { [status]: { description: 'Planted.' } } } } },
  },
});
const scoped = (scopes: object): object => ({
  components: {
    securitySchemes: {
      planted: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes } },
      },
    },
  },
});

const equals = plantNew('equal', {
  'the unnamed branches of a text in another order': [
    sends({
      oneOf: [
        { ...text, format: 'uuid' },
        { ...text, format: 'email' },
      ],
    }),
    sends({
      oneOf: [
        { ...text, format: 'email' },
        { ...text, format: 'uuid' },
      ],
    }),
  ],
  'the unnamed branches of an object in another order': [sends(choice('a', 'b')), sends(choice('b', 'a'))],
  'the unnamed branches of a list in another order': [
    receives({ oneOf: [texts, listOf(integer)] }),
    receives({ oneOf: [listOf(integer), texts] }),
  ],
  'the default serialization of a parameter is written out': [
    accepts({ in: 'query', name: 'q', schema: texts }),
    accepts({ in: 'query', name: 'q', style: 'form', explode: true, schema: texts }),
  ],
  'the name of a response header in another case': [
    returnsHeader('X-Planted', { schema: text }),
    returnsHeader('x-planted', { schema: text }),
  ],
  'the branches of a request with a default in another order': [
    sends({ oneOf: [{ ...text, default: 'a' }, integer] }),
    sends({ oneOf: [integer, { ...text, default: 'a' }] }),
  ],
  'an exclusive lowest integer': [
    sends({ ...integer, minimum: 1 }),
    sends({ ...integer, exclusiveMinimum: 0 }),
  ],
  'an exclusive highest integer': [
    receives({ ...integer, exclusiveMaximum: 10 }),
    receives({ ...integer, maximum: 9 }),
  ],
  'both values of a boolean are listed': [
    sends({ type: 'boolean' }),
    sends({ type: 'boolean', enum: [true, false] }),
  ],
  'definitions that nothing refers to': [sends(text), sends({ ...text, $defs: { planted: integer } })],
  'a discriminator maps to a reference instead of a name': [
    receives(mapped('Planted'), kinds),
    receives(mapped('#/components/schemas/Planted'), kinds),
  ],
  'a discriminator is added that the constants of all branches imply': [
    receives(discriminated({}), branches),
    receives(discriminated({ discriminator: { propertyName: 'kind', mapping } }), branches),
  ],
  'the ways to authenticate in another order': [
    secured('bearerAuth', 'planted'),
    secured('planted', 'bearerAuth'),
  ],
  'a range of statuses allows the one with which a receiver responds': [
    acknowledged('200'),
    acknowledged('2XX'),
  ],
  'a link becomes a reference to the same link': [
    linked({ operationId: 'planted' }),
    linked({ $ref: '#/components/links/Next' }),
  ],
  'an OAuth flow knows one more scope': [
    scoped({ 'a:read': 'Planted.' }),
    scoped({ 'a:read': 'Planted.', 'b:read': 'Planted.' }),
  ],
});

const compatible = plantNew('compatible', {
  'a required property of a request is added, and it is read-only': [
    sends({ type: 'object', properties: { a: text } }),
    sends({ type: 'object', required: ['id'], properties: { a: text, id: { ...text, readOnly: true } } }),
  ],
  'a field of a form is added with its encoding': [
    form({ a: text }),
    form({ a: text, photo: text }, { photo: { contentType: 'image/png' } }),
  ],
  'a limit of a number becomes inclusive in a request': [
    sends({ type: 'number', exclusiveMinimum: 0 }),
    sends({ type: 'number', minimum: 0 }),
  ],
  'a parameter allows reserved characters': [
    accepts({ in: 'query', name: 'q', schema: text }),
    accepts({ in: 'query', name: 'q', allowReserved: true, schema: text }),
  ],
  'a parameter may be empty': [
    accepts({ in: 'query', name: 'q', schema: text }),
    accepts({ in: 'query', name: 'q', allowEmptyValue: true, schema: text }),
  ],
  'a field of a form accepts a range of types instead of one': [
    form({ photo: text }, { photo: { contentType: 'image/png' } }),
    form({ photo: text }, { photo: { contentType: 'image/*' } }),
  ],
  'a request allows more multiples': [
    sends({ ...integer, multipleOf: 10 }),
    sends({ ...integer, multipleOf: 5 }),
  ],
  'a map gains a property of the same type': [
    sends({ type: 'object', additionalProperties: text }),
    sends({ type: 'object', additionalProperties: text, properties: { name: text } }),
  ],
  'a range of media types accepts the one that was accepted': [uploads('image/png'), uploads('image/*')],
  'a media type is named beside the range that accepted it, with the same schema': [
    uploads('image/*'),
    uploads('image/*', 'image/png'),
  ],
  'a tool is added': [{ operation: {} }, { operation: { 'x-tool': { name: 'plant', hint: 'outgoing' } } }],
  'hosts run a tool with more care': [
    { operation: { 'x-tool': { name: 'plant', hint: 'additive' } } },
    { operation: { 'x-tool': { name: 'plant', hint: 'destructive' } } },
  ],
  'a second media type is accepted': [uploads('image/png'), uploads('image/png', 'image/gif')],
  'an open request no longer limits the properties of a pattern': [
    sends({ type: 'object', patternProperties: { '^n': integer } }),
    sends({ type: 'object' }),
  ],
  'a choice is added to a union of a response that can grow': [
    receives(growing('a', 'b')),
    receives(growing('a', 'b', 'c')),
  ],
});

/** Changes that break nobody, of shapes that the contract does not contain today. */
export const newEquals: readonly PlantedChange[] = [...equals, ...compatible];
