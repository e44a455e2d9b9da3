import { accepts, growing, plantNew, receives, returnsHeader, sends, union } from './in-new-operation.js';
import type { PlantedChange } from './planted-change.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const short = { type: 'string', maxLength: 5 };
const map = { type: 'object', additionalProperties: text };
const planted = { $ref: '#/components/schemas/Planted' };
const inside = { $ref: '#/components/schemas/Planted/properties/inside' };
const closed = (name: string): object => ({
  type: 'object',
  required: [name],
  properties: { [name]: text },
  additionalProperties: false,
});
const withPlanted = (schema: object): object => ({ Planted: schema });
const withInside = (properties: object): object =>
  withPlanted({ type: 'object', properties: { inside: { type: 'object', properties } } });
const calledBack = (schema: object): object => ({
  operation: {
    callbacks: {
      done: { '{$request.body#/url}': { post: { requestBody: jsonOf(planted), responses: {} } } },
    },
  },
  schemas: withPlanted(schema),
});
const jsonOf = (schema: object): object => ({ content: { 'application/json': { schema } } });
const servedFrom = (...servers: object[]): object => ({ document: { servers } });
const region = (variable: object): object => ({
  url: 'https://{region}.example.com',
  variables: { region: variable },
});

const acknowledged = (schema: object): object => ({
  document: {
    webhooks: {
      'planted.done': { post: { responses: { 200: { description: 'Planted.', ...jsonOf(schema) } } } },
    },
  },
});
const acknowledgedEmpty: object = {
  document: { webhooks: { 'planted.done': { post: { responses: { 200: { description: 'Planted.' } } } } } },
};
const linked = (links: object, components: object = {}): object => ({
  operation: { responses: { 200: { description: 'Planted.', links } } },
  components: { links: components },
});
const nextLink = { next: { $ref: '#/components/links/Next' } };
const uploads = (content: Readonly<Record<string, object>>): object => ({
  operation: { requestBody: { content: mapSchemas(content) } },
});
const mapSchemas = (content: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));

const encoded = (contentType: string): object => ({
  operation: {
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { photo: text } },
          encoding: { photo: { contentType } },
        },
      },
    },
  },
});
const kindOf = (kind: object, required: string[] = ['kind']): object => ({
  type: 'object',
  required,
  properties: { kind: { type: 'string', ...kind } },
});
const discriminated = (discriminator: object = {}): object => ({
  oneOf: ['PlantedA', 'PlantedB'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  ...discriminator,
});
const byKind = (mapping: object): object => ({ discriminator: { propertyName: 'kind', mapping } });
const bytes = { ...text, contentMediaType: 'application/octet-stream' };
const tool = (value: object | undefined): object => ({ operation: { 'x-tool': value } });

const breaks = plantNew('breaking', {
  'a map that is sent gains a property of another type': [
    sends(map),
    sends({ ...map, properties: { count: integer } }),
  ],
  'a map that is received gains a property of another type': [
    receives(map),
    receives({ ...map, properties: { count: integer } }),
  ],
  'a map that is sent gains a pattern of another type': [
    sends(map),
    sends({ ...map, patternProperties: { '^n': integer } }),
  ],
  'a map that is received gains a pattern of another type': [
    receives(map),
    receives({ ...map, patternProperties: { '^n': integer } }),
  ],
  'a branch that overlaps another is added to a request': [
    sends({ oneOf: [short, integer] }),
    sends({ oneOf: [short, integer, text] }),
  ],
  'a request becomes a choice of branches that overlap': [sends(text), sends({ oneOf: [text, short] })],
  'a number becomes a choice of number and integer': [
    sends({ type: 'number' }),
    sends({ oneOf: [{ type: 'number' }, integer] }),
  ],
  'a branch of a request is widened until it overlaps': [
    sends({ oneOf: [closed('a'), closed('b')] }),
    sends({ oneOf: [{ type: 'object', properties: { a: text } }, closed('b')] }),
  ],
  'an inner choice of a request becomes exclusive': [
    sends({ oneOf: [{ anyOf: [short, text] }, { type: 'null' }] }),
    sends({ oneOf: [{ oneOf: [short, text] }, { type: 'null' }] }),
  ],
  'the second of two patterns changes': [
    sends({ type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }] }),
    sends({ type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'c$' }] }),
  ],
  'a second pattern is added': [
    sends({ type: 'string', allOf: [{ pattern: '^a' }] }),
    sends({ type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'c$' }] }),
  ],
  'a component below `not` changes': [
    sends({ type: 'string', not: planted }, withPlanted({ enum: ['a'] })),
    sends({ type: 'string', not: planted }, withPlanted({ enum: ['a', 'b'] })),
  ],
  'a component below `if` changes': [
    sends({ type: 'object', if: planted, else: { required: ['b'] } }, withPlanted({})),
    sends({ type: 'object', if: planted, else: { required: ['b'] } }, withPlanted({ required: ['a'] })),
  ],
  'a component of a callback changes': [
    calledBack({ type: 'object', properties: { a: text, b: text } }),
    calledBack({ type: 'object', properties: { a: text } }),
  ],
  'a property of a part of a component is removed': [
    receives(inside, withInside({ a: text, b: text })),
    receives(inside, withInside({ a: text })),
  ],
  'a required property of a request is no longer read-only': [
    sends({ type: 'object', required: ['id'], properties: { id: { ...text, readOnly: true } } }),
    sends({ type: 'object', required: ['id'], properties: { id: text } }),
  ],
  'a parameter with a schema has a media type': [
    accepts({ in: 'query', name: 'q', schema: text }),
    accepts({ in: 'query', name: 'q', content: { 'application/json': { schema: text } } }),
  ],
  'a parameter with a media type has a schema': [
    accepts({ in: 'query', name: 'q', content: { 'application/json': { schema: text } } }),
    accepts({ in: 'query', name: 'q', schema: text }),
  ],
  'the content of a response header changes': [
    returnsHeader('Planted', { content: { 'text/plain': { schema: text } } }),
    returnsHeader('Planted', { content: { 'text/plain': { schema: integer } } }),
  ],
  'a response header is written in another way': [
    returnsHeader('Planted', { explode: false, schema: { type: 'object' } }),
    returnsHeader('Planted', { explode: true, schema: { type: 'object' } }),
  ],
  'a variable of a server gains a list of values': [
    servedFrom(region({ default: 'eu' })),
    servedFrom(region({ default: 'eu', enum: ['eu'] })),
  ],
  'another server comes first': [
    servedFrom({ url: 'https://a.example.com' }, { url: 'https://b.example.com' }),
    servedFrom({ url: 'https://b.example.com' }, { url: 'https://a.example.com' }),
  ],
  'the body with which a receiver may respond gets another type': [acknowledged(text), acknowledged(integer)],
  'a receiver that responded without a body must send one': [acknowledgedEmpty, acknowledged(text)],
  'a media type of a request is stricter than the range that accepted it': [
    uploads({ 'image/*': text }),
    uploads({ 'image/*': text, 'image/png': short }),
  ],
  'a media type of a request is stricter than the range of all types': [
    uploads({ '*/*': text }),
    uploads({ '*/*': text, 'image/png': short }),
  ],
  'a range of media types of a request is stricter than the range of all types': [
    uploads({ '*/*': text }),
    uploads({ '*/*': text, 'image/*': short }),
  ],
  'a branch of a request gains a default': [
    sends({ oneOf: [text, integer] }),
    sends({ oneOf: [{ ...text, default: 'a' }, integer] }),
  ],
  'a default moves to another branch of a request': [
    sends({ oneOf: [{ ...text, default: 'a' }, integer] }),
    sends({ oneOf: [text, { ...integer, default: 'a' }] }),
  ],
  'a limit of a number becomes exclusive in a request': [
    sends({ type: 'number', minimum: 0 }),
    sends({ type: 'number', exclusiveMinimum: 0 }),
  ],
  'a limit of a number becomes inclusive in a response': [
    receives({ type: 'number', exclusiveMaximum: 10 }),
    receives({ type: 'number', maximum: 10 }),
  ],
  'a parameter no longer allows reserved characters': [
    accepts({ in: 'query', name: 'q', allowReserved: true, schema: text }),
    accepts({ in: 'query', name: 'q', schema: text }),
  ],
  'a field of a form accepts one type instead of a range': [encoded('image/*'), encoded('image/png')],
  'a link of a response is removed': [linked({ next: { operationId: 'planted' } }), linked({})],
  'a link of a response leads to another operation': [
    linked({ next: { operationId: 'planted' } }),
    linked({ next: { operationId: 'getChat' } }),
  ],
  'a link that is a reference leads to another operation': [
    linked(nextLink, { Next: { operationId: 'planted' } }),
    linked(nextLink, { Next: { operationId: 'getChat' } }),
  ],
  'a known value of an open list is no longer accepted': [
    sends({ ...text, 'x-extensible-enum': ['a', 'b'] }),
    sends({ ...text, 'x-extensible-enum': ['a'] }),
  ],
  'a known value of an open list no longer occurs in a response': [
    receives({ ...text, 'x-extensible-enum': ['a', 'b'] }),
    receives({ ...text, 'x-extensible-enum': ['a'] }),
  ],
  'an open list of a response is dropped': [
    receives({ ...text, 'x-extensible-enum': ['a', 'b'] }),
    receives(text),
  ],
  'an open list of a response is closed': [
    receives({ ...text, 'x-extensible-enum': ['a', 'b'] }),
    receives({ ...text, enum: ['a', 'b'] }),
  ],
  'a union of a response starts to grow': [receives(union('a', 'b')), receives(growing('a', 'b'))],
  'a union of a response starts to grow and has one more choice': [
    receives(union('a', 'b')),
    receives(growing('a', 'b', 'c')),
  ],
  'a union of a response no longer grows': [receives(growing('a', 'b')), receives(union('a', 'b'))],
  'a choice is added beside a union that can grow': [
    receives({ oneOf: [growing('a', 'b'), ...union('c').oneOf] }),
    receives({ oneOf: [growing('a', 'b'), ...union('c', 'd').oneOf] }),
  ],
  'a choice of a union that can grow is removed': [
    receives(growing('a', 'b', 'c')),
    receives(growing('a', 'b')),
  ],
  'a discriminator is added to branches without a constant': [
    sends(discriminated(), { PlantedA: kindOf({}), PlantedB: kindOf({ const: 'b' }) }),
    sends(discriminated(byKind({ a: 'PlantedA', b: 'PlantedB' }))),
  ],
  'a discriminator is added to branches that do not require its property': [
    receives(discriminated(), { PlantedA: kindOf({ const: 'a' }, []), PlantedB: kindOf({ const: 'b' }) }),
    receives(discriminated(byKind({ a: 'PlantedA', b: 'PlantedB' }))),
  ],
  'a discriminator is added that maps a constant to another branch': [
    sends(discriminated(), { PlantedA: kindOf({ const: 'a' }), PlantedB: kindOf({ const: 'b' }) }),
    sends(discriminated(byKind({ a: 'PlantedB', b: 'PlantedA' }))),
  ],
  'a discriminator is added without the mapping of its constants': [
    receives(discriminated(), { PlantedA: kindOf({ const: 'a' }), PlantedB: kindOf({ const: 'b' }) }),
    receives(discriminated(byKind({}))),
  ],
  'a text of a request becomes bytes': [sends(text), sends(bytes)],
  'bytes of a request become a text': [sends(bytes), sends(text)],
  'a text of a response becomes bytes': [receives(text), receives(bytes)],
  'bytes of a response become a text': [receives(bytes), receives(text)],
  'bytes of another media type': [receives(bytes), receives({ ...text, contentMediaType: 'image/png' })],
  'a tool is removed': [tool({ name: 'plant', hint: 'outgoing' }), tool(undefined)],
  'a tool is renamed': [
    tool({ name: 'plant', hint: 'outgoing' }),
    tool({ name: 'plant_it', hint: 'outgoing' }),
  ],
  'a tool of a write claims to read': [
    tool({ name: 'plant', hint: 'outgoing' }),
    tool({ name: 'plant', hint: 'read-only' }),
  ],
  'a second status of success is added': [
    { operation: { responses: { 200: { description: 'Planted.' } } } },
    { operation: { responses: { 200: { description: 'Planted.' }, 202: { description: 'Planted.' } } } },
  ],
  'a response has a range of media types instead of one': [
    { operation: { responses: { 200: { description: 'Planted.', content: { 'image/png': {} } } } } },
    { operation: { responses: { 200: { description: 'Planted.', content: { 'image/*': {} } } } } },
  ],
});

/** Breaks of shapes that the contract does not contain today. */
export const newBreaks: readonly PlantedChange[] = [
  ...breaks,
  ...['responses', 'headers', 'parameters', 'requestBodies'].map(
    (kind): PlantedChange => ({
      name: `a name of the ${kind} is removed, and nothing else changes`,
      verdict: 'breaking',
      prepare: ({ components }) => {
        components[kind] = { ...components[kind], Planted: {} };
      },
      edit: ({ components }) => delete components[kind].Planted,
    }),
  ),
  {
    name: 'an error of an operation becomes impossible',
    verdict: 'breaking',
    edit: ({ paths }) => {
      const operation = paths['/workspace'].get;
      operation['x-impossible-errors'] = [...operation['x-impossible-errors'], 'forbidden'];
    },
  },
];
