import { expect, test } from '@jest/globals';
import { waitUntil } from '../../testkit/src/wait-until.js';
import type { Sql } from '../src/index.js';
import { watchReplica } from '../src/replica/watch-replica.js';

test('a replica is used after a crash of its primary only when it has replayed what the primary had after the crash', async () => {
  const primary = { systemId: '1', flushed: '100', incarnation: 'before' };
  let replayed = '100';
  let readings = 0;
  // The rows of the statements, without servers.
  const rows = (row: () => object): Sql => (async () => [row()]) as unknown as Sql;
  const watch = watchReplica({
    primary: rows(() => ({ ...primary })),
    replica: rows(() => {
      readings += 1;
      return { systemId: '1', replayed };
    }),
    maxLagMs: Number.POSITIVE_INFINITY,
    readEveryMs: 1,
    onChange: () => undefined,
  });
  const untilRead = async () => {
    const after = readings + 2;
    await waitUntil(async () => readings >= after);
  };
  try {
    await waitUntil(async () => watch.isUsable());
    Object.assign(primary, { flushed: '200', incarnation: 'after' });
    await untilRead();
    expect([watch.isUsable(), watch.hasReplayed(100n)]).toEqual([false, false]);
    replayed = '200';
    await untilRead();
    expect([watch.isUsable(), watch.hasReplayed(200n)]).toEqual([true, true]);
  } finally {
    await watch.stop();
  }
});
