import { describe, expect, test } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { type Operation, v2, v3 } from '@parley/contract/operations';
import { readOperationUsage, type UsedParts } from '../../../src/http/usage/operation-usage.js';
import { type CreateName, ShapeReader } from '../../../src/http/usage/read-shape.js';

const versions = [
  { name: 'v3', document: v3Document, operations: Object.values<Operation>(v3.operations) },
  { name: 'v2', document: v2Document, operations: Object.values<Operation>(v2.operations) },
];

function namesIn(operationId: string, parts: Partial<UsedParts>, name = 'v3'): string[] {
  const version = versions.find((known) => known.name === name);
  const operation = version?.operations.find((known) => known.operationId === operationId);
  if (!version || !operation) throw new Error(`There is no ${operationId}.`);
  const usage = readOperationUsage(version, operation);
  const request = { body: undefined, query: undefined, headers: {}, ...parts };
  return [...usage.find(request), ...usage.findFilters(request.body)]
    .map((found) => `${found.kind} ${found.name}`)
    .sort();
}

describe('the names that a request uses', () => {
  test('are its fields, nested ones included, and the values of enumerations; other values are never named', () => {
    const body = {
      chatId: 'secret-1',
      template: { id: 'secret-2', variables: { secret: 'secret-3' } },
      text: null,
      surprise: { id: 'secret-4' },
    };
    expect(namesIn('sendMessage', { body })).toEqual([
      'request_field body.chatId',
      'request_field body.template',
      'request_field body.template.id',
      'request_field body.template.variables',
      'request_field body.text',
    ]);
    expect(namesIn('changeChatStatus', { body: { status: 'closed' } })).toEqual([
      'enum_value body.status=closed',
      'request_field body.status',
    ]);
    expect(namesIn('changeChatStatus', { body: { status: 'secret' } })).toEqual([
      'request_field body.status',
    ]);
  });

  test('are counted once, however many items a list has', () => {
    const labels = Array.from({ length: 50 }, (_, index) => ({ id: `${index}` }));
    expect(namesIn('addContactLabels', { body: { labels } })).toEqual([
      'request_field body.labels',
      'request_field body.labels[].id',
    ]);
  });

  test('have the label of an alternative, as in the comparison of contracts', () => {
    const steps = [
      { type: 'send_message', text: 'secret' },
      { type: 'add_label', labelId: 'secret' },
      { type: 'secret', text: 'secret' },
    ];
    expect(namesIn('createAutomation', { body: { steps } })).toEqual([
      'enum_value body.steps[](add_label).type=add_label',
      'enum_value body.steps[](send_message).type=send_message',
      'request_field body.steps',
      'request_field body.steps[](add_label)',
      'request_field body.steps[](add_label).labelId',
      'request_field body.steps[](add_label).type',
      'request_field body.steps[](send_message)',
      'request_field body.steps[](send_message).text',
      'request_field body.steps[](send_message).type',
    ]);
  });

  test('have the name of the outermost place in steps inside steps', () => {
    const ask = { type: 'ask', else: [{ type: 'send_message', text: 'secret' }] };
    // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
    const steps = [{ type: 'branch', match: 'any', then: [{ type: 'branch', else: [ask] }] }];
    expect(namesIn('createAutomation', { body: { steps } })).toEqual([
      'enum_value body.steps[](ask).type=ask',
      'enum_value body.steps[](branch).match=any',
      'enum_value body.steps[](branch).type=branch',
      'enum_value body.steps[](send_message).type=send_message',
      'request_field body.steps',
      'request_field body.steps[](ask)',
      'request_field body.steps[](ask).else',
      'request_field body.steps[](ask).type',
      'request_field body.steps[](branch)',
      'request_field body.steps[](branch).else',
      'request_field body.steps[](branch).match',
      'request_field body.steps[](branch).then',
      'request_field body.steps[](branch).type',
      'request_field body.steps[](send_message)',
      'request_field body.steps[](send_message).text',
      'request_field body.steps[](send_message).type',
    ]);
  });

  test('are headers of the contract, and the fields of a filter and of an order', () => {
    const headers = { 'idempotency-key': 'secret', 'x-secret': 'secret' };
    expect(namesIn('createLabel', { headers, body: {} })).toEqual(['request_field header.idempotency-key']);
    const body = { query: 'eq(attributes.secret,"secret")', sortBy: 'createdAt', pagination: { limit: 1 } };
    expect(namesIn('searchContacts', { body })).toEqual([
      'filter_field attributes.*',
      'filter_field createdAt',
      'request_field body.pagination',
      'request_field body.pagination.limit',
      'request_field body.query',
      'request_field body.sortBy',
    ]);
  });

  test.each([undefined, null, 'text', 7, [], [{ text: 1 }]])('are none in the body %j', (body) => {
    expect(namesIn('sendMessage', { body })).toEqual([]);
  });

  test('of two requests do not mix', () => {
    const [{ name, document, operations } = { name: '', document: v3Document, operations: [] }] = versions;
    const operation = operations.find(({ operationId }) => operationId === 'changeChatStatus');
    if (!operation) throw new Error('There is no changeChatStatus.');
    const usage = readOperationUsage({ name, document }, operation);
    const first = usage.find({ body: { status: 'open' }, query: undefined, headers: {} });
    const second = usage.find({ body: { status: 'open' }, query: undefined, headers: {} });
    expect(first).toHaveLength(2);
    expect(second).toEqual(first);
  });
});

describe('a schema', () => {
  const create: CreateName = (kind, name) => ({
    usage: { kind, apiVersion: 'v3', operationId: 'any', name },
    foundIn: 0,
  });
  const readSchema = (schema: unknown) => new ShapeReader(v3Document, create).read(schema, 'body');
  const branch = (type: string) => ({ properties: { type: { const: type } }, required: ['type'] });

  test('with alternatives that are not objects keeps their names', () => {
    const shape = readSchema({ oneOf: [branch('a'), branch('b'), { enum: ['none'] }] });
    expect([...shape.values.values()].map(({ usage }) => usage.name)).toEqual(['body=none']);
    expect([...(shape.branches?.byValue.values() ?? [])].map(({ name }) => name.usage.name)).toEqual([
      'body(a)',
      'body(b)',
    ]);
  });

  test('of which names would be lost is not accepted', () => {
    const union = { oneOf: [branch('a'), branch('b')] };
    expect(() => readSchema({ allOf: [union, { anyOf: [branch('c'), branch('d')] }] })).toThrow('two unions');
    expect(() => readSchema({ oneOf: [branch('a'), branch('a')] })).toThrow('two branches');
  });

  test('of every operation is accepted', () => {
    for (const version of versions)
      for (const operation of version.operations)
        expect(() => readOperationUsage(version, operation)).not.toThrow();
  });
});

/** The examples of the contract are valid requests, and each of their keys has a name unless an object is free. */
describe('every example of a request', () => {
  const examples = versions.flatMap(({ name, document, operations }) =>
    operations.flatMap(({ operationId, path, method }) => {
      // The document has an object for each method of a path.
      const paths = document.paths as Record<string, Record<string, ExampleOperation | undefined>>;
      const content = paths[path]?.[method]?.requestBody?.content?.['application/json'];
      return Object.entries(content?.examples ?? {}).map(([example, { value }]) => ({
        title: `${name} ${operationId} ${example}`,
        name,
        operationId,
        value,
      }));
    }),
  );

  test.each(examples)('has a name for each of its fields: $title', ({ name, operationId, value }) => {
    const found = namesIn(operationId, { body: value }, name)
      .filter((known) => known.startsWith('request_field body.') && !known.endsWith(')'))
      .map((known) => known.replace('request_field ', '').replaceAll(/\([^)]*\)/g, ''));
    expect(new Set(found)).toEqual(new Set(pathsIn(value, 'body')));
  });

  /** The keys of these objects are chosen by the caller. */
  const freeObjects = ['metadata', 'variables', 'settings', 'secrets', 'examples'];

  function pathsIn(value: unknown, at: string): string[] {
    if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${at}[]`));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, item]) => [
      `${at}.${key}`,
      ...(freeObjects.includes(key) && !Array.isArray(item) ? [] : pathsIn(item, `${at}.${key}`)),
    ]);
  }
});

interface ExampleOperation {
  readonly requestBody?: {
    readonly content?: Record<string, { readonly examples?: Record<string, { readonly value: unknown }> }>;
  };
}
