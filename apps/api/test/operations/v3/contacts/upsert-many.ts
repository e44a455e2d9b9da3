import { beforeEach, describe, expect, it } from '@jest/globals';
import { createAttribute } from '@parley/testkit';
import { recordStatements } from '../../support/record-statements.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { type Item, upsertCalls } from './upsert-calls.js';

export function describeManyUpserts(stage: Stage, world: RenewableWorld): void {
  const { upsert } = upsertCalls(world);

  describe('upsertContacts 200 for many contacts', () => {
    beforeEach(world.renew);

    it('the same list in two concurrent requests creates each contact once', async () => {
      const items = Array.from({ length: 200 }, (_, index) => ({
        phoneNumber: `+4930${index}000`,
        email: `person${index}@customer.example`,
      }));
      const [one, another] = await Promise.all([upsert(items), upsert([...items].reverse())]);
      expect(one.every(({ status }) => status !== 'failed')).toBe(true);
      expect([...another].reverse().map(({ id }) => id)).toEqual(one.map(({ id }) => id));
      const where = { tenantId: world.tenant.id, phoneNumber: { startsWith: '+4930' } };
      expect(await stage.database.prisma.contact.count({ where })).toBe(200);
    });

    it('accepts 5,000 contacts, with as many statements as for twenty', async () => {
      const age = await createAttribute(stage.database, world.tenant.id, {
        externalId: 'age',
        type: 'number',
      });
      const items = (count: number, from: number): Item[] =>
        Array.from({ length: count }, (_, index) => ({
          firstName: `First ${from + index}`,
          phoneNumber: `+49151${from + index}`,
          email: `person${from + index}@customer.example`,
          attributes: [{ externalId: age.externalId, value: String(index % 90) }],
          labels: [{ name: `Label ${index % 20}` }],
        }));
      const small = await recordStatements(() => upsert(items(20, 10_000_000)));
      const large = await recordStatements(() => upsert(items(5_000, 20_000_000)));
      expect(large.statements.length).toBeLessThanOrEqual(small.statements.length);
      expect(large.result.every(({ status }) => status === 'created')).toBe(true);
      expect(new Set(large.result.map(({ id }) => id)).size).toBe(5_000);
      const again = await upsert(items(20, 20_000_000));
      expect(again.map(({ id }) => id)).toEqual(large.result.slice(0, 20).map(({ id }) => id));
    });
  });
}
