import { expect, it } from '@jest/globals';
import { compareDocuments } from '../scripts/compare-documents.js';
import type { Use } from '../scripts/consumers/consumer.js';
import { findAffected } from '../scripts/consumers/find-affected.js';
import { compareEdited, type EditableDocument, readBundle } from './compare-edited.js';

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

it('a consumer is found by the field that it reads, which is one of many of a shared schema', () => {
  const read: Use = { file: 'src/a.ts', line: 1, schema: 'Automation.createdAt' };
  const nothing = { requestFields: {}, filterFields: {}, sortFields: {}, eventTypes: {}, eventFields: {} };
  const consumer = {
    ...{ ...nothing, enumValues: {}, errorKeys: {}, schemas: {}, schemaFields: {}, schemaValues: {} },
    consumer: 'acme',
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
