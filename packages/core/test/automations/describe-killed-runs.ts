import { describe, expect, test } from '@jest/globals';
import { contacts, getById } from '../../src/index.js';
import { createAutomation, createLabel } from '../testkit.js';
import type { Worlds } from '../use-worlds.js';
import { nested, set } from './branch-steps.js';
import { createDyingDatabase, KilledError } from './dying-database.js';
import { type PreparedRun, prepareRun, send } from './prepare-run.js';

/** Kills a worker at every so-many-th query of two flows. */
export function describeKilledRuns(worlds: Worlds, every: number): void {
  describe(`a worker that is killed at every query of ${every}`, () => {
    const tenantId = () => worlds.own.tenant.id;

    /** The number of queries of a run that nobody kills. */
    async function countQueries(run: PreparedRun): Promise<number> {
      const death = { atQuery: Number.POSITIVE_INFINITY, isQueryDone: true };
      const database = createDyingDatabase(worlds.database, death);
      await run.work({ context: { ...run.context, database } });
      return database.queryCount();
    }

    /**
     * Prepares steps with two messages around a change of the contact, which triggers another automation and emits an
     * event.
     */
    async function prepare() {
      const label = await createLabel(worlds.database, tenantId());
      return prepareRun(worlds, [send('1'), { type: 'add_label', labelId: label.id }, send('2')]);
    }

    test.each([false, true])(
      '(that query executed: %s) leaves a run that another worker completes, with each effect once',
      async (isQueryDone) => {
        const { database } = worlds;
        const listening = await createAutomation(database, tenantId(), { triggerType: 'label_added' });
        const queries = await countQueries(await prepare());
        expect(queries).toBeGreaterThan(20);
        let kills = 0;
        for (let atQuery = 1; atQuery <= queries; atQuery += every) {
          const run = await prepare();
          const dying = createDyingDatabase(database, { atQuery, isQueryDone });
          // A worker that is killed while it notifies others of committed jobs has done its work.
          await run.work({ context: { ...run.context, database: dying } }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(KilledError);
            kills += 1;
          });
          run.context.clock.advance(60_000);
          const { outcome } = await run.work();
          // The very last commit may have succeeded.
          expect(['completed', 'over']).toContain(outcome);
          expect(await run.texts()).toEqual(['1', '2']);
          expect((await run.log()).map(({ position, errorCode }) => [position, errorCode])).toEqual([
            [0, null],
            [1, null],
            [2, null],
          ]);
          const { contactId } = run;
          expect((await getById(run.context, contacts, contactId)).labels).toHaveLength(1);
          expect(
            await database.prisma.automationRun.count({ where: { automationId: listening.id, contactId } }),
          ).toBe(1);
          expect(await run.read()).toMatchObject({ status: 'completed', position: 3 });
        }
        expect(kills).toBeGreaterThan(20 / every);
      },
      60_000,
    );

    test.each([false, true])(
      '(that query executed: %s) neither repeats nor omits a nested step',
      async (isQueryDone) => {
        const { database } = worlds;
        const steps = [set('name', 'Ada'), ...nested, send('{{name}}')];
        const queries = await countQueries(await prepareRun(worlds, steps));
        for (let atQuery = 1; atQuery <= queries; atQuery += every) {
          const run = await prepareRun(worlds, steps);
          const dying = createDyingDatabase(database, { atQuery, isQueryDone });
          await run.work({ context: { ...run.context, database: dying } }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(KilledError);
          });
          run.context.clock.advance(60_000);
          await run.work();
          expect(await run.texts()).toEqual(['1', '2', '3', '4', 'Ada']);
          expect((await run.log()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 5, 6, 8, 9]);
          expect(await run.read()).toMatchObject({ status: 'completed', variables: { name: 'Ada' } });
        }
      },
      60_000,
    );
  });
}
