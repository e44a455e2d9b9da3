import { describe, expect, it } from '@jest/globals';
import * as fixtures from '@parley/client/fixtures';
import { signForTest, verify } from '@parley/client/webhooks';
import { v2Document, v3Document } from '@parley/contract/documents';
import { v3 } from '@parley/contract/operations';
import { asObject, compileSchema, convertSchema, createDocument, validatorsOf } from '@parley/validation';
import { buildFixtures } from '../generator/build-fixtures.js';
import { secret } from './support/deliveries.js';

const all = buildFixtures(v3, v3Document, v2Document);
const resources = all.filter(({ isEvent }) => !isEvent);
const events = all.filter(({ isEvent }) => isEvent);
const functions: Readonly<Record<string, () => unknown>> = fixtures;

describe('the fixtures', () => {
  it.each(resources.map(({ name, type }) => [name, type]))('%s() is valid by the schema %s', (name, type) => {
    const document = createDocument(asObject(v3Document));
    const reading = { direction: 'response', closed: true } as const;
    const schema = convertSchema(document, { $ref: `#/components/schemas/${type}` }, reading);
    expect(compileSchema(schema).accepts(functions[name]?.())).toBe(true);
    expect(compileSchema(schema).accepts({})).toBe(false);
  });

  it.each(events.map(({ name, type }) => [name, type]))('%s() is valid by the event %s', (name, type) => {
    const document = type in v3Document.webhooks ? v3Document : v2Document;
    expect(validatorsOf(document).event(type)?.accepts(functions[name]?.())).toBe(true);
  });

  it('are one for every event, and for every resource that an operation returns', () => {
    const types = [...Object.keys(v3Document.webhooks), ...Object.keys(v2Document.webhooks)];
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(Object.keys(fixtures).sort()).toEqual(all.map(({ name }) => name).sort());
    expect(resources.length).toBeGreaterThan(25);
  });

  it('are copies with the changes of the caller', () => {
    const changed = fixtures.chat({ status: 'closed' });
    expect(changed).toEqual({ ...fixtures.chat(), status: 'closed' });
    changed.contact.displayName = 'Changed';
    expect(fixtures.chat().contact.displayName).not.toBe('Changed');
    // @ts-expect-error A chat has no such status.
    fixtures.chat({ status: 'archived' });
  });

  it('can be signed and received', () => {
    const { headers, body } = signForTest(fixtures.messageReceived(), secret);
    expect(verify(headers, body, secret)).toEqual(fixtures.messageReceived());
  });
});
