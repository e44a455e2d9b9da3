import { describe, expect, it } from '@jest/globals';
import { createDocument } from '@parley/validation';
import { compareLeaves } from '../src/coverage/leaves/compare-leaves.js';
import { listDeclaredLeaves } from '../src/coverage/leaves/declared-leaves.js';
import { listExceptions } from '../src/coverage/leaves/exceptions.js';
import { readShape } from '../src/coverage/leaves/read-shape.js';
import { readLeaves, recordLeaves } from '../src/coverage/leaves/record-leaves.js';
import { renderLeaves } from '../src/coverage/leaves/render-leaves.js';
import { type Leaf, listLeaves, markLeaves, type Shape } from '../src/coverage/leaves/shape.js';
import { makeTestFolder } from '../src/make-test-folder.js';

const text = { type: 'string' };
const schemas = {
  Person: {
    type: 'object',
    properties: {
      name: { type: ['string', 'null'] },
      tags: { type: 'array', items: text },
      status: { $ref: '#/components/schemas/Status' },
      steps: {
        type: 'array',
        items: { oneOf: [{ $ref: '#/components/schemas/Call' }, { $ref: '#/components/schemas/Wait' }] },
      },
      partner: { oneOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }] },
      values: { type: 'object', additionalProperties: text },
    },
  },
  Status: { type: 'string', enum: ['open', 'closed'] },
  Call: { type: 'object', properties: { type: { const: 'call' }, url: text } },
  Wait: { type: 'object', properties: { type: { const: 'wait' }, seconds: { type: 'integer' } } },
  Pet: {
    allOf: [{ type: 'object', properties: { kind: text } }, { properties: { kind: { const: 'cat' } } }],
  },
};

function createShape(): Shape {
  const document = createDocument({ components: { schemas } });
  const known = new Map<string, Leaf>();
  const place = { path: '', component: '', inner: '', depth: 0, above: new Set<string>() };
  return readShape(
    {
      document,
      createLeaf(kind, { path, component, inner }, value) {
        if (path === '') return undefined;
        const name =
          kind === 'value' ? `${component}.${inner}=${value}` : `${path}${kind === 'null' ? '=null' : ''}`;
        const leaf = known.get(name) ?? { name, kind, isSeen: false };
        known.set(name, leaf);
        return leaf;
      },
    },
    { $ref: '#/components/schemas/Person' },
    place,
  );
}

const seen = (shape: Shape, value: unknown) => markLeaves(shape, value).map(({ name }) => name);

describe('the leaves of a schema', () => {
  it('are its properties, nulls, items, entries, values and branches', () => {
    expect(listLeaves(createShape()).map(({ name }) => name)).toEqual([
      ...['name', 'name=null', 'tags', 'tags[]', 'status', 'Person.status=open', 'Person.status=closed'],
      ...['steps', 'steps[]', 'steps[]<Call>', 'steps[]<Call>.type', 'Call.type=call', 'steps[]<Call>.url'],
      ...['steps[]<Wait>', 'steps[]<Wait>.type', 'Wait.type=wait', 'steps[]<Wait>.seconds'],
      ...['partner', 'partner=null', 'partner.kind', 'Pet.kind=cat', 'values', 'values{}'],
    ]);
  });

  it('are seen with a value; null, an empty list and a missing property show nothing of it', () => {
    const shape = createShape();
    expect(seen(shape, { name: null, tags: [], values: {} })).toEqual(['name=null', 'tags', 'values']);
    expect(seen(shape, { name: 'Ada', tags: ['a'], values: { x: 'y' } })).toEqual([
      'name',
      'tags[]',
      'values{}',
    ]);
    expect(seen(shape, { name: 'Ada', status: 'open' })).toEqual(['status', 'Person.status=open']);
  });

  it('are those of the branch that the constants select', () => {
    expect(seen(createShape(), { steps: [{ type: 'wait', seconds: 1 }] })).toEqual([
      ...[
        'steps',
        'steps[]',
        'steps[]<Wait>',
        'steps[]<Wait>.type',
        'Wait.type=wait',
        'steps[]<Wait>.seconds',
      ],
    ]);
  });

  it('are not walked again when all were seen', () => {
    const shape = createShape();
    for (const status of ['open', 'closed']) seen(shape, { status });
    const [, status] = shape.properties.find(([name]) => name === 'status') ?? [];
    expect([status?.isComplete, shape.isComplete]).toEqual([true, false]);
  });
});

describe('the comparison of leaves', () => {
  const leaf = (name: string): Leaf => ({ name, kind: 'property', isSeen: false });
  const declared = [{ owner: 'v3 getChat', leaves: [leaf('a.b'), leaf('a.c'), leaf('d')] }];

  it('names what was never seen', () => {
    expect(compareLeaves(declared, new Set(['a.b', 'd']), []).problems).toEqual([
      'a.c was never seen in a test',
    ]);
  });

  it('accepts an explanation of a leaf, or of everything below it', () => {
    const exceptions = [{ reason: 'gone', leaves: ['a.*', 'd'] }];
    const result = compareLeaves(declared, new Set(), exceptions);
    expect(result.problems).toEqual([]);
    expect(renderLeaves(result)).toContain('0+3/3');
  });

  it('refuses an explanation of what was seen, or is not declared', () => {
    const exceptions = [{ reason: 'gone', leaves: ['a.*', 'e', 'f.*'] }];
    expect(compareLeaves(declared, new Set(['a.b', 'd']), exceptions).problems).toEqual([
      'a.b is listed as never shown, but was seen',
      'e is listed as never shown, but not declared',
      'f.* is listed as never shown, but not declared',
    ]);
  });

  it('knows the leaves of both documents, and every exception is one of them', () => {
    const all = listDeclaredLeaves();
    const names = new Set(all.flatMap(({ leaves }) => leaves.map(({ name }) => name)));
    expect([...names]).toEqual(
      expect.arrayContaining([
        'v3 getContact 200 data.handles[].extra',
        'v3 getContact 200 data.email = null',
        'v3 Chat.status = "snoozed"',
        'v3 getContact 404 contact_not_found',
        'v3 event with MessageEventData data.errors[].code',
        'v2 event SMS_MESSAGE_STATUS createdAt',
      ]),
    );
    const { problems } = compareLeaves(all, new Set(), listExceptions());
    expect(problems.filter((problem) => problem.includes('not declared'))).toEqual([]);
  });
});

describe('the records of leaves', () => {
  const folder = makeTestFolder('leaves');

  it('are read as they were recorded', () => {
    const shape = createShape();
    for (const name of ['Ada', null, 'Ada']) recordLeaves(folder, [shape], { name });
    expect(readLeaves(folder)).toEqual(new Set(['name', 'name=null']));
  });
});
