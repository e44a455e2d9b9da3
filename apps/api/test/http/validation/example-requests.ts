import { asObject } from '@parley/validation';
import type { OpenApiDocument, Operation } from '../../../src/http/contract/operation.js';
import type { RequestParts } from '../../../src/http/validation/validate-request.js';

interface ExampleRequest {
  readonly operationId: string;
  readonly parts: RequestParts;
  readonly hasBody: boolean;
}

/** Returns valid and invalid requests of an operation: its examples, and each of them with one change. */
export function exampleRequests(document: OpenApiDocument, operation: Operation): ExampleRequest[] {
  const { operationId, method, path } = operation;
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, 'x']));
  const examples = findExamples(asObject(asObject(document.paths[path])[method.toLowerCase()]));
  const bodies = examples.flatMap((example) => [example, ...changeEach(example)]);
  const parts = { params, query: {}, headers: { 'content-type': 'application/json' }, body: {} };
  return [
    parts,
    { ...parts, query: { unknown: '1' } },
    { ...parts, headers: { ...parts.headers, 'idempotency-key': '' } },
    { ...parts, headers: { ...parts.headers, 'idempotency-key': 'k'.repeat(256) } },
    ...[...bodies, [], null, 'text'].map((body) => ({ ...parts, body })),
  ].map((request) => ({ operationId, parts: request, hasBody: examples.length > 0 }));
}

function findExamples(operation: Readonly<Record<string, unknown>>): object[] {
  const media = asObject(asObject(asObject(operation.requestBody).content)['application/json']);
  return Object.values(asObject(media.examples)).map((example) => asObject(asObject(example).value));
}

/** Values of the wrong kind or size for most properties. */
const others: readonly unknown[] = [
  undefined,
  null,
  7,
  -1,
  true,
  '',
  'x'.repeat(70_000),
  [],
  [{}],
  {},
  { a: { b: 1 } },
];

function changeEach(example: object): object[] {
  const changed = Object.keys(example).flatMap((key) =>
    others.map((value) => ({ ...example, [key]: value })),
  );
  return [...changed, { ...example, unknown: 1 }];
}
