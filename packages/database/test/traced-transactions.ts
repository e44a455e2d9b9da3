import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readTrace, startTracing, withEntrySpan } from '@parley/tracing';
import { type Collector, startCollector } from '../../testkit/src/traces/index.js';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { inTrace, onlyReads, runInPrismaTransaction, runInTransaction } from '../src/index.js';
import { brandStatement } from '../src/sql.js';
import { type Places, visit } from './support/places.js';

export function describeTracedTransactions(places: Places): void {
  describe('a traced transaction', () => {
    let collector: Collector;
    let stopTracing = async () => {};
    beforeAll(async () => {
      collector = await startCollector();
      process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
      const logger = { info: () => undefined, warn: () => undefined };
      const settings = { sampler: 'always_on', ratio: 1, delayMs: 10, maxQueueSize: 100 } as const;
      stopTracing = await startTracing(settings, { serviceName: 'test', logger });
      delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    });
    afterAll(async () => {
      await stopTracing();
      await collector.stop();
    });

    const [traceId, callerId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    const traceparent = `00-${traceId}-${callerId}-01`;
    const nap = brandStatement({ name: 'nap-in-trace', text: 'select 2 as two' });
    const quick = brandStatement({ name: 'quick-in-trace', text: 'select 1 as one' });
    const unknown = brandStatement({ name: 'unknown-in-trace', text: 'select unknown_function()' });

    afterEach(() => {
      jest.restoreAllMocks();
    });

    test('the statements, searches and transactions of a view belong to its trace, if that is recorded', async () => {
      const { database } = places;
      let [nowMs, stepMs] = [0, 10];
      jest.spyOn(performance, 'now').mockImplementation(() => {
        nowMs += stepMs;
        return nowMs;
      });
      expect(inTrace(database, undefined)).toBe(database);
      const unsampled = inTrace(database, readTrace(traceparent.replace(/01$/, '00')));
      await unsampled.sql(nap, []);
      const view = inTrace(onlyReads(database), readTrace(traceparent));
      // A view of this view has its connections too.
      expect(onlyReads(view).pool).toBe(database.pool);
      await view.sql(nap, []);
      await view.searches.sql(nap, []);
      await expect(view.sql(unknown, [])).rejects.toMatchObject({ code: '42883' });
      stepMs = 0;
      await runInTransaction(view, ({ sql }) => sql(quick, []));
      await waitUntil(async () => collector.spansOf(traceId).length >= 4);
      expect(
        collector.spansOf(traceId).map(({ name, parentSpanId, isError }) => [name, parentSpanId, isError]),
      ).toEqual([
        ['nap-in-trace', callerId, false],
        ['nap-in-trace', callerId, false],
        ['unknown-in-trace', callerId, true],
        ['transaction', callerId, false],
      ]);
    });

    /** This statement has its own span, which delays its error; there is no such function. */
    const addJobs = brandStatement({ name: 'add-jobs', text: 'select parley_quiet.add_jobs()' });
    const runs = { runInTransaction, runInPrismaTransaction };

    test.each(Object.entries(runs))(
      '%s fails with the error of the first statement that was sent and failed, though it has a span and the next has none',
      async (_, run: typeof runInTransaction) => {
        const work = withEntrySpan(undefined, { name: 'entry', kind: 'server' }, (trace) =>
          run(inTrace(places.database, trace), async ({ sql, send }) => {
            send(visit, ['north']);
            send(addJobs, []);
            send(visit, ['south']);
            await sql(visit, ['south']);
          }),
        );
        await expect(work).rejects.toMatchObject({ code: '42883' });
        expect(await places.countVisits()).toEqual([0, 0]);
      },
    );
  });
}
