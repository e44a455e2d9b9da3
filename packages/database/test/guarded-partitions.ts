import { describe, expect, test } from '@jest/globals';
import {
  composedStatement,
  listPartitions,
  ofAllTenants,
  openDatabase,
  readRowSecurity,
  turnOffRowSecurity,
  turnOnRowSecurity,
} from '../src/index.js';
import { inspectDatabase } from '../src/refuse-unless-migrated.js';
import { createPartitions } from './support/create-partitions.js';
import type { GuardedDatabase } from './support/guarded-database.js';
import { interrupt } from './support/interrupt-switch.js';
import { withClient } from './support/sessions.js';

/** Row-level security is on when each test begins. */
export function describeGuardedPartitions(guarded: () => GuardedDatabase): void {
  describe('a partition', () => {
    test('shows nothing to a statement that names it directly, even if a worker has just created it', async () => {
      const made = await withClient(guarded().roleUrl, createPartitions);
      expect(made.length).toBeGreaterThan(0);
      const partitions = (await listPartitions(guarded().owner)).map(({ name }) => name);
      expect(partitions).toEqual(expect.arrayContaining(made));
      // The new partitions are empty, so a count alone would prove nothing about them.
      const { rows: open } = await guarded().owner.query(
        'select relname from pg_class where relname = any ($1) and not relrowsecurity',
        [partitions],
      );
      expect(open).toEqual([]);
      const database = openDatabase({ url: guarded().roleUrl, poolSize: 1, declaresTenants: true });
      try {
        const { sql } = ofAllTenants(database);
        const count = (table: string) =>
          composedStatement<{ count: number }>(`select count(*)::int as count from ${table}`);
        for (const name of partitions) expect(await sql(count(name), [])).toEqual([{ count: 0 }]);
        for (const table of ['events', 'deliveries', 'delivery_attempts'])
          expect(await sql(count(table), [])).not.toEqual([{ count: 0 }]);
      } finally {
        await database.close();
      }
    });

    test('stays guarded when it is detached', async () => {
      const [{ name } = { name: '' }] = (await listPartitions(guarded().owner)).filter(
        ({ table }) => table === 'events',
      );
      await guarded().owner.query(
        `begin; alter table events detach partition ${name}; set local role ${guarded().role}`,
      );
      try {
        const { rows } = await guarded().owner.query(`select count(*)::int as count from ${name}`);
        expect(rows).toEqual([{ count: 0 }]);
      } finally {
        await guarded().owner.query('rollback');
      }
    });
  });

  describe('a partition that a worker creates while the tables change', () => {
    const expectPartitions = async () =>
      expect((await withClient(guarded().roleUrl, createPartitions)).length).toBeGreaterThan(0);

    test('is guarded when row-level security is on', async () => {
      await turnOffRowSecurity(guarded().ownerUrl);
      await interrupt(guarded(), () => turnOnRowSecurity(guarded().ownerUrl), expectPartitions);
      expect(await readRowSecurity(guarded().ownerUrl)).toEqual({ state: 'on', unguarded: [] });
    });

    test('is not guarded when it is off', async () => {
      await interrupt(guarded(), () => turnOffRowSecurity(guarded().ownerUrl), expectPartitions);
      expect(await readRowSecurity(guarded().ownerUrl)).toMatchObject({ state: 'off' });
    });

    test('does not keep a process from starting if it alone is guarded', async () => {
      await turnOffRowSecurity(guarded().ownerUrl);
      const [{ name } = { name: '' }] = await listPartitions(guarded().owner);
      await guarded().owner.query(`alter table ${name} enable row level security`);
      await inspectDatabase(guarded().roleUrl, 'off');
    });
  });
}
