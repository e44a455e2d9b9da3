import { describe, expect, it } from '@jest/globals';
import { createWorld, tokenOf, validRequest } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { everyOperation } from '../../support/every-operation.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('row-level security', () => {
  const stage = useStage({ isGuarded: true, env: { RATE_LIMIT_STORE: 'postgres' } });
  const other = useResource(() => snapshotTenant(stage.database, stage.other.tenant.id));

  describe('every operation succeeds behind it', () => {
    it.each(everyOperation)('$name', async (operation) => {
      const world = operation.isRead ? stage.own : await createWorld(stage.database);
      const token = await tokenOf(world.key);
      const request = validRequest(world, operation.version, operation.operationId);
      const { status } = await stage.call(operation, { ...request, token });
      expect(status).toBe(200);
    });

    it('and no other tenant was changed', async () => {
      expect(await snapshotTenant(stage.database, stage.other.tenant.id)).toEqual(other);
    });
  });
});
