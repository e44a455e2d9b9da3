import { describe, expect, it } from '@jest/globals';
import { createWorld, requestFields, tokenOf, validRequest } from '@parley/testkit';
import { componentValues } from '../../support/component-values.js';
import { everyOperation } from '../../support/every-operation.js';
import { valueCases } from '../../support/records/value-cases.js';
import { collectValues } from '../../support/round-trips/compare-values.js';
import { useStage } from '../../support/use-stage.js';

describe('all values', () => {
  const stage = useStage();

  describe('every declared value of an enumeration is shown as it is stored', () => {
    it.each(valueCases)('%s.%s in %s', async (component, property, name, store) => {
      const operation = everyOperation.find((one) => one.name === name);
      if (!operation) throw new Error(`There is no operation ${name}.`);
      const world = await createWorld(stage.database);
      const token = await tokenOf(world.key);
      const valid = validRequest(world, operation.version, operation.operationId);
      const pages = operation.takesJson ? requestFields(operation.version, operation.operationId) : [];
      const body = pages.includes('pagination') ? { body: { pagination: { limit: 100 } } } : {};
      const read = async (params: object) => {
        const request = { ...valid, params: { ...valid.params, ...params }, token, ...body };
        return collectValues((await stage.call(operation, request)).body, property);
      };
      const known = await read({});
      for (const value of componentValues(component, property)) {
        // The column has the declared values.
        const stored = await store({ database: stage.database, world, value: value as never });
        const isAlone = 'params' in stored;
        const shown = await read(isAlone ? Object(stored).params : {});
        const added = isAlone ? shown : withoutOnce(shown, known);
        expect({ stored: value, added }).toEqual({ stored: value, added: expect.arrayContaining([value]) });
        if (!isAlone) known.push(...added);
      }
    });
  });

  it('v3 getWorkspace shows every plan', async () => {
    for (const plan of componentValues('Workspace', 'plan')) {
      // The column has the declared values.
      const world = await createWorld(stage.database, { plan: plan as never });
      const { body } = await stage.v3.call('getWorkspace', { token: await tokenOf(world.key) });
      expect(body).toMatchObject({ data: { plan } });
    }
  });

  it.each([null, 5])('v3 getWorkspace shows a retention of %s days', async (days) => {
    const kinds = ['messages', 'automationRuns', 'campaignSends', 'unusedFiles', 'releasedFiles'];
    const retentionOverrides = Object.fromEntries(kinds.map((kind) => [kind, days]));
    const world = await createWorld(stage.database, { retentionOverrides });
    const { body } = await stage.v3.call('getWorkspace', { token: await tokenOf(world.key) });
    expect(body).toMatchObject({ data: { retention: retentionOverrides } });
  });

  const searches = everyOperation.filter(
    ({ version, operationId, filterFields }) =>
      filterFields && requestFields(version, operationId).includes('search'),
  );

  it.each(searches)('$name shows the search text of the request', async (operation) => {
    const { params = {} } = validRequest(stage.own, operation.version, operation.operationId);
    const { body } = await stage.call(operation, { params, body: { search: 'spring' } });
    expect(body).toMatchObject({ query: { search: 'spring' } });
  });
});

/** The values of a list without those of another; an equal value is left out once for each time that it is there. */
function withoutOnce(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  const left = [...others];
  return values.filter((value) => {
    const index = left.indexOf(value);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
