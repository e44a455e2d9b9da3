import { describe, expect, it } from '@jest/globals';
import { validRequest } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { everyOperation } from '../../support/every-operation.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('unknown keys', () => {
  const stage = useStage();
  const before = useResource(() => snapshotTenant(stage.database, stage.tenantId));

  /** Names of inputs that handlers pass to use cases; a caller must not be able to pass them by sending such a key. */
  const innerNames = [
    'automationId automationTerm automationVersionId campaignId channelId chatId contactId contactIds contacts events',
    'isRecurring labelIds labels mediaFileId media publicUrl steps targets tenantId trigger variables attachments',
  ].flatMap((line) => line.split(' '));
  const values = [5, null, 'x', [5], [null], {}, { x: 1 }];

  describe('400 and never 500 for keys with the name of an input of the use case', () => {
    const operations = everyOperation.filter(({ takesJson }) => takesJson);
    it.each(operations)('$name', async ({ version, operationId }) => {
      const { params = {}, body } = validRequest(stage.own, version, operationId);
      const known: object = Object(body);
      for (const value of values) {
        const unknown = Object.fromEntries(innerNames.map((name) => [name, value]));
        // Known fields keep their values; the wrong type of the first field makes the body invalid in both versions.
        const [first = 'surprise'] = Object.keys(known);
        const wrongBody = { ...unknown, ...known, [first]: { wrong: [] }, surprise: 1 };
        const { status } = await stage.call({ version, operationId }, { params, wrongBody });
        expect([value, status]).toEqual([value, 400]);
      }
    });

    it('and nothing has changed', async () => {
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });
  });
});
