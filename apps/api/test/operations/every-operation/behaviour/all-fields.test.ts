import { describe, expect, it } from '@jest/globals';
import { createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { everyOperation } from '../../support/every-operation.js';
import { emptyWorld, removeMessages } from '../../support/records/empty-world.js';
import { fillWorld } from '../../support/records/fill-world.js';
import { useStage } from '../../support/use-stage.js';

describe('all fields', () => {
  const stage = useStage();
  const shown = everyOperation.filter(({ method }) => method !== 'delete');

  const ofChats = shown.filter(({ path }) => path.startsWith('/chats'));

  describe.each([
    ['every optional field has a value', fillWorld, shown],
    ['every optional field is null', emptyWorld, shown],
    ['a chat has no message', removeMessages, ofChats],
  ] as const)('%s: the operation succeeds, and the response is as declared', (_, prepare, operations) => {
    let world: World | undefined;

    it.each(operations)('$name', async (operation) => {
      const own = operation.isRead && world ? world : await createPrepared();
      if (operation.isRead) world = own;
      const request = validRequest(own, operation.version, operation.operationId);
      const { status, body } = await stage.call(operation, { ...request, token: await tokenOf(own.key) });
      expect([status, body]).toEqual([200, expect.anything()]);
    });

    async function createPrepared(): Promise<World> {
      const created = await createWorld(stage.database);
      await prepare(stage.database, created);
      return created;
    }
  });
});
