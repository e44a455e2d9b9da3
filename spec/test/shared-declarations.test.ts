import { expect, it } from '@jest/globals';
import { compareEdited, type EditableDocument } from './compare-edited.js';

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
