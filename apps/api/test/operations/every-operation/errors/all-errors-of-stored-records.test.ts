import { describe, expect, it } from '@jest/globals';
import { type ApiVersion, validRequest } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { errorKeys } from '../../support/failures.js';
import { locksOrWrites, recordStatements } from '../../support/record-statements.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';
import { validBodies } from './ruled-out-bodies.js';
import { invalidBodies, type WrongCase } from './stored-record-cases.js';
import { createStoredRecords } from './stored-records.js';

describe('all errors of stored records', () => {
  const stage = useStage();
  const records = useResource(() => createStoredRecords(stage));

  function find(name: string): { version: ApiVersion; operationId: string } {
    return name.startsWith('v2 ')
      ? { version: 'v2', operationId: name.slice(3) }
      : { version: 'v3', operationId: name };
  }

  async function call([name, body, , params]: WrongCase) {
    const operation = find(name);
    const valid = validRequest(stage.own, operation.version, operation.operationId);
    return stage.call(operation, {
      params: { ...valid.params, ...params?.(records) },
      wrongBody: body(records),
    });
  }

  const named = (cases: readonly WrongCase[]) =>
    cases.map((wrong, index) => ({ index, name: wrong[0], wrong, expected: wrong[2] }));

  describe('400 reports conflicts with stored records together with errors of the schema; nothing is locked or written', () => {
    it.each(named(invalidBodies))('$index $name $expected', async ({ wrong, expected }) => {
      const before = await snapshotTenant(stage.database, stage.tenantId);
      const { result, statements } = await recordStatements(() => call(wrong));
      expect(errorKeys(result)).toEqual(expected);
      expect(statements.filter((text) => locksOrWrites.test(text))).toEqual([]);
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });
  });

  describe('400 for a body that the schema accepts reports all conflicts with stored records; nothing changes', () => {
    it.each(named(validBodies))('$index $name $expected', async ({ wrong, expected }) => {
      const before = await snapshotTenant(stage.database, stage.tenantId);
      expect(errorKeys(await call(wrong))).toEqual(expected);
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });
  });
});
