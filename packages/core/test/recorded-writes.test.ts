import { expect, test } from '@jest/globals';
import { createTenant } from '@parley/testkit';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { createRecordedWrites, newId } from '../src/index.js';

const { database } = useTestDatabase();

test('each key has the position after its last write, and a key that has not written has none', async () => {
  const [tenant, other] = [await createTenant(database), await createTenant(database)];
  const [first, second, idle] = [newId(), newId(), newId()];
  const writes = createRecordedWrites(database);
  const before = await readPosition();
  await writes.record({ tenantId: tenant.id, keyId: first });
  const between = await readPosition();
  await writes.record({ tenantId: tenant.id, keyId: second });
  const [ofFirst, ofIdle, ofSecond, ofOther] = await Promise.all([
    writes.find({ tenantId: tenant.id, keyId: first }),
    writes.find({ tenantId: tenant.id, keyId: idle }),
    writes.find({ tenantId: tenant.id, keyId: second }),
    writes.find({ tenantId: other.id, keyId: first }),
  ]);
  expect(ofFirst).toBeGreaterThanOrEqual(before);
  expect(ofFirst).toBeLessThanOrEqual(between);
  expect(ofSecond).toBeGreaterThanOrEqual(between);
  expect([ofIdle, ofOther]).toEqual([undefined, undefined]);
});

test('the tokens of another issuer, which name no key, share the position of their tenant', async () => {
  const tenant = await createTenant(database);
  await createRecordedWrites(database).record({ tenantId: tenant.id, keyId: undefined });
  const found = await createRecordedWrites(database).find({ tenantId: tenant.id, keyId: undefined });
  expect(found).toBeGreaterThan(0n);
});

test('a position of a restored dump does not count', async () => {
  const tenant = await createTenant(database);
  const writer = { tenantId: tenant.id, keyId: newId() };
  const writes = createRecordedWrites(database);
  await database.pool.query(
    `insert into key_writes values ($1, $2, 9000000000000000000, now() - interval '11 minutes')`,
    [tenant.id, writer.keyId],
  );
  expect(await writes.find(writer)).toBeUndefined();
  await writes.record(writer);
  expect(await writes.find(writer)).toBeLessThan(9_000_000_000_000_000_000n);
});

test('two writes at the same time keep the later position', async () => {
  const tenant = await createTenant(database);
  const writer = { tenantId: tenant.id, keyId: newId() };
  const writes = createRecordedWrites(database);
  await writes.record(writer);
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('select from key_writes where writer_id = $1 for update', [writer.keyId]);
  const waiting = writes.record(writer);
  await createTenant(database);
  const later = await readPosition();
  await holder.query('commit');
  holder.release();
  await waiting;
  expect(await writes.find(writer)).toBeGreaterThanOrEqual(later);
});

async function readPosition(): Promise<bigint> {
  const { rows } = await database.pool.query(
    `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position`,
  );
  return BigInt(rows[0]?.position);
}
