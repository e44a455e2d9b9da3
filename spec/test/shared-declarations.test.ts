import { describe, expect, it } from '@jest/globals';
import { compareDocuments } from '../scripts/compare-documents.js';
import type { Consumer, Use } from '../scripts/consumers/consumer.js';
import { findAffected } from '../scripts/consumers/find-affected.js';
import { compareEdited, type EditableDocument, readBundle } from './compare-edited.js';

const nothing: Consumer = {
  consumer: 'acme',
  ...{ operations: {}, requestFields: {}, responseFields: {}, filterFields: {}, sortFields: {} },
  ...{ eventTypes: {}, eventFields: {}, enumValues: {}, errorKeys: {} },
  ...{ schemas: {}, schemaFields: {}, schemaValues: {} },
};

/** Changes of declarations that most of the document refers to, some with a text beside the reference, or as nullable. */
const changes: Record<string, (components: EditableDocument) => void> = {
  'schema-type-changed': ({ schemas }) => {
    schemas.Id.type = 'integer';
  },
  'schema-constraint-changed': ({ schemas }) => delete schemas.Timestamp.format,
  'parameter-serialization-changed': ({ parameters }) => {
    parameters.IdempotencyKey.explode = true;
  },
  'response-header-became-optional': ({ headers }) => delete headers['X-Request-Id'].required,
};

it.each(Object.entries(changes))('%s: one row for a shared declaration', (rule, edit) => {
  const changes = compareEdited('v3', ({ components }) => edit(components));
  expect(changes.map((change) => change.rule)).toEqual([rule]);
  expect(changes[0]?.places?.length).toBeGreaterThan(10);
});

it('two declarations that refer to the same schema, and that change in the same way, are two rows', () => {
  const refuseNull = (schema: EditableDocument, name: string) => {
    schema.properties[name] = schema.properties[name].oneOf[0];
  };
  const changes = compareEdited('v3', ({ components: { schemas } }) => {
    refuseNull(schemas.Chat, 'openUntil');
    refuseNull(schemas.Chat, 'snoozedUntil');
  });
  const refused = changes.filter(({ rule }) => rule === 'null-refused');
  const fields = refused.map(({ location }) => location.slice(location.lastIndexOf('.') + 1));
  expect(new Set(fields)).toEqual(new Set(['openUntil', 'snoozedUntil']));
});

it('a property that is no longer required is one row, although it refers to a schema that is the same', () => {
  const changes = compareEdited('v3', ({ components: { schemas } }) => {
    schemas.Chat.required = schemas.Chat.required.filter((name: string) => name !== 'openUntil');
  });
  expect(changes.map(({ rule }) => rule)).toEqual(['property-became-optional']);
});

describe('operations that no longer use a shared declaration, which is the same, are a row each', () => {
  const paths = ['/workspace/rotate_signing_secret', '/channels'];

  it.each<[string, (parameter: object) => object[]]>([
    ['without it', () => []],
    ['with another one in place', (parameter) => [{ ...parameter, explode: true }]],
  ])('%s', (_, replace) => {
    const changes = compareEdited('v3', (document) => {
      const { IdempotencyKey } = document.components.parameters;
      for (const path of paths) {
        const { post } = document.paths[path];
        post.parameters = post.parameters.flatMap((one: EditableDocument) =>
          one.$ref?.endsWith('/IdempotencyKey') ? replace(IdempotencyKey) : [one],
        );
      }
    });
    const breaks = changes.filter(({ severity }) => severity === 'breaking');
    expect(breaks.map(({ location }) => location)).toEqual(
      paths.map((path) => `POST ${path} > header Idempotency-Key`),
    );
  });
});

it('an unknown keyword of a path affects the consumers of its operations, and no other', () => {
  const changes = compareEdited('v3', ({ paths }) => {
    paths['/chats/{chatId}'].query = { responses: {} };
  });
  const affected = ['getChat', 'getLabel'].map((name) => {
    const consumer = { ...nothing, operations: { [`v3 ${name}`]: [{ file: 'src/a.ts', line: 1 }] } };
    return changes.flatMap((change) => findAffected(change, 'v3', [consumer])).length;
  });
  expect(affected).toEqual([1, 0]);
});

it('a consumer is found by the field that it reads, which is one of many of a shared schema', () => {
  const read: Use = { file: 'src/a.ts', line: 1, schema: 'Automation.createdAt' };
  const consumer = {
    ...nothing,
    operations: { 'v3 getAutomation': [read] },
    responseFields: { 'v3 getAutomation data.createdAt': [read] },
  };
  const [base, head] = [readBundle('v3'), readBundle('v3')];
  for (const { components } of [base, head]) describeTimes(components);
  delete head.components.schemas.Timestamp.format;
  const changes = compareDocuments(base, head);
  expect(changes).toHaveLength(1);
  const effects = changes.flatMap((change) => findAffected(change, 'v3', [consumer]));
  expect(effects).toMatchObject([{ consumer: 'acme', verb: 'read', isCertain: true }]);
});

/** Gives each time of a creation a text of its own, so that it only refers to the shared schema. */
function describeTimes({ schemas }: EditableDocument): void {
  for (const { properties } of Object.values<EditableDocument>(schemas))
    if (properties?.createdAt) properties.createdAt.description = 'Planted.';
}
