import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inEntrySpan, startTracing } from '@parley/tracing';
import { type Collector, startCollector } from '../../testkit/src/traces/index.js';
import { runInPrismaTransaction, runInTransaction } from '../src/index.js';
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

    /** This statement has its own span, which delays its error; there is no such function. */
    const addJobs = brandStatement({ name: 'add-jobs', text: 'select parley_quiet.add_jobs()' });
    const runs = { runInTransaction, runInPrismaTransaction };

    test.each(Object.entries(runs))(
      '%s fails with the error of the first statement that was sent and failed, though it has a span and the next has none',
      async (_, run: typeof runInTransaction) => {
        const work = inEntrySpan(undefined, { name: 'entry', kind: 'server' }, () =>
          run(places.database, async ({ sql, send }) => {
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
