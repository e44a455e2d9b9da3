import { expect, test } from '@jest/globals';
import { type Usage, UsageCounter } from '../../src/index.js';
import { exportUsage } from '../../src/tenants/administration.js';
import { createClock } from '../testkit.js';
import { getChat, received, text, useStoredUsage } from './use-stored-usage.js';

const { worlds, store, createCaller } = useStoredUsage();

test('an export sums the days of the period by key and name, with the last day', async () => {
  const { tenant, key, caller } = await createCaller();
  const clock = createClock('2026-10-01T12:00:00.000Z');
  const counter = new UsageCounter(clock);
  for (const day of ['2026-10-16', '2026-10-17', '2026-11-15', '2026-11-16', '2026-11-17']) {
    clock.set(`${day}T12:00:00.000Z`);
    counter.count(caller, [getChat]);
  }
  clock.set('2026-11-10T00:00:00.000Z');
  const status: Usage = { ...text, operationId: 'searchChats' };
  const others: Usage[] = [
    { ...status, kind: 'filter_field', name: 'status' },
    { ...status, kind: 'enum_value', name: 'body.status=closed' },
    { ...status, kind: 'error_key', name: 'forbidden' },
  ];
  counter.count(caller, [text, ...others]);
  counter.count({ tenantId: tenant.id, keyId: undefined }, [received]);
  await store(counter);
  const { keys, ...head } = await exportUsage(worlds.database, {
    days: 31,
    now: new Date('2026-11-16T23:00:00.000Z'),
  });
  expect(head).toEqual({ kind: 'parley-usage', version: 1, from: '2026-10-17', to: '2026-11-16' });
  const once = { count: 1, lastUsed: '2026-11-10' };
  const empty = { operations: {}, requestFields: {}, filterFields: {}, enumValues: {}, errorKeys: {} };
  expect(keys.filter((entry) => entry.tenant === tenant.slug)).toEqual([
    {
      tenant: tenant.slug,
      keyId: key.id,
      keyName: key.name,
      operations: { 'v3 getChat': { count: 3, lastUsed: '2026-11-16' } },
      requestFields: { 'v3 sendMessage body.text': once },
      filterFields: { 'v3 searchChats status': once },
      enumValues: { 'v3 searchChats body.status=closed': once },
      eventTypes: {},
      errorKeys: { 'v3 searchChats forbidden': once },
    },
    {
      tenant: tenant.slug,
      keyId: null,
      keyName: null,
      ...empty,
      eventTypes: { 'v3 message.received': once },
    },
  ]);
});
