import { describe, expect, it } from '@jest/globals';
import { createAttribute } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeQuestionCreation(stage: Stage, world: RenewableWorld): void {
  /** A question. A field that is undefined is absent. */
  const question = (values: object = {}) => ({
    ...{ type: 'ask', text: 'Why?', expect: 'text', saveTo: { variable: 'answer' }, timeoutSeconds: 60 },
    ...values,
  });
  const sure = { body: 'Sure?', buttons: [{ id: 'yes', title: 'Yes' }] };
  const link = { body: 'Look', link: { title: 'Open', url: 'https://shop.example' } };
  const create = (step: object) => {
    const wrongBody = { name: 'Ask', trigger: { type: 'manual' }, steps: [step] };
    return world.v3.call('createAutomation', { wrongBody });
  };

  describe('createAutomation 400 for a question', () => {
    const unknown = '0193a1e0-5c00-7000-8000-00000000ffff';
    it.each<[object, Record<string, string>]>([
      [{ text: undefined }, { text: 'invalid_type' }],
      [{ interactive: sure }, { text: 'unrecognized_keys' }],
      [{ expect: 'choice' }, { interactive: 'invalid_type' }],
      [{ text: undefined, interactive: link, expect: 'choice' }, { interactive: 'invalid_type' }],
      [{ text: undefined, interactive: { body: 'Sure?' } }, { 'interactive.buttons': 'invalid_type' }],
      [{ expect: 'poem' }, { expect: 'invalid_enum_value' }],
      [{ saveTo: {} }, { 'saveTo.variable': 'invalid_type' }],
      [{ saveTo: { variable: 'a b' } }, { 'saveTo.variable': 'invalid_string' }],
      [{ saveTo: { externalId: 'unknown' } }, { 'saveTo.externalId': 'not_found' }],
      [{ timeoutSeconds: 0 }, { timeoutSeconds: 'too_small' }],
      [{ retry: { text: 'Why?', times: 4 } }, { 'retry.times': 'too_big' }],
      [{ retry: { text: '{{first name' } }, { 'retry.text': 'invalid_string' }],
      [{ else: [{ type: 'add_label', labelId: unknown }] }, { 'else.0.labelId': 'not_found' }],
    ])('%j', async (values, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const errors = Object.entries(expected).map(([path, key]) => [`steps.0.${path}`, key]);
      expect(errorKeys(await create(question(values)))).toEqual(Object.fromEntries(errors));
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it.each([
      ['number', question()],
      ['date', question({ expect: 'number' })],
      ['boolean', question({ text: undefined, interactive: sure, expect: 'choice' })],
    ] as const)('whose reply may not be a value of an attribute of the type %s', async (type, step) => {
      const { externalId } = await createAttribute(stage.database, world.tenant.id, { type });
      const response = await create({ ...step, saveTo: { externalId } });
      expect(errorKeys(response)).toEqual({ 'steps.0.expect': 'invalid_enum_value' });
    });
  });
}
