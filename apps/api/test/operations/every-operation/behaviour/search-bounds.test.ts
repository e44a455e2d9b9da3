import { describe, expect, it } from '@jest/globals';
import { type SearchOperationId, searchables, validRequest } from '@parley/testkit';
import { testMetricsToken } from '@parley/testkit/app';
import { waitUntil } from '@parley/testkit/wait-until';
import { useStage } from '../../support/use-stage.js';

/** A search that waits for a locked table takes as long as one that reads too much. */
describe('search limits', () => {
  const stage = useStage({ env: { SEARCH_POOL_SIZE: '1', SEARCH_TIMEOUT_MS: '60' } });
  const ids = [...Object.keys(searchables), 'previewSegment', 'listBroadcasts'];
  const operations = ids.map((operationId) => ({ operationId }));

  function tableOf(operationId: string): string {
    if (operationId === 'previewSegment') return 'contacts';
    if (operationId === 'listBroadcasts') return 'campaigns';
    // The others are the searches.
    return searchables[operationId as SearchOperationId](stage.own.tenant.id).table;
  }

  async function whileLocked<Result>(operationId: string, work: () => Promise<Result>): Promise<Result> {
    const table = tableOf(operationId);
    const client = await stage.database.pool.connect();
    try {
      const locked = table === 'campaign_recipient_states' ? 'campaign_recipients' : table;
      await client.query(`begin; lock table ${locked} in access exclusive mode`);
      return await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  function search(operationId: string) {
    const version = operationId === 'listBroadcasts' ? 'v2' : 'v3';
    return stage.call({ version, operationId }, validRequest(stage.own, version, operationId));
  }

  describe('422 for a search that takes too long, and 429 for one that has waited too long', () => {
    it.each(operations)('$operationId', async ({ operationId }) => {
      const responses: Awaited<ReturnType<typeof search>>[] = [];
      const withStatus = (wanted: number) => responses.find(({ status }) => status === wanted);
      // On a slow machine, a search can begin when the one before has ended, so that none waits.
      await whileLocked(operationId, () =>
        waitUntil(async () => {
          responses.push(...(await Promise.all(Array.from({ length: 4 }, () => search(operationId)))));
          return withStatus(422) && withStatus(429);
        }),
      );
      expect(withStatus(422)).toMatchObject({
        body: { error: { messageKey: 'search_too_expensive', timeoutMs: 60 } },
      });
      expect(withStatus(429)).toMatchObject({
        headers: { 'retry-after': '1' },
        body: {
          error: {
            messageKey: 'concurrent_searches_limit_reached',
            limit: 'concurrentSearches',
            maximum: 1,
            detail: expect.stringMatching(/^The workspace may run one search at the same time/),
          },
        },
      });
      expect(responses.filter(({ status }) => status !== 422 && status !== 429)).toEqual([]);
    });

    it('names only what the feed of events has in its advice', async () => {
      const { body } = await whileLocked('searchEvents', () => search('searchEvents'));
      expect(body).toMatchObject({
        error: {
          messageKey: 'search_too_expensive',
          detail: expect.stringMatching(/^The search was stopped after 0.06 seconds. Begin later, /),
        },
      });
      expect(JSON.stringify(body)).not.toMatch(/countUpTo|sort/);
    });

    it('is counted by its reason', async () => {
      const headers = { authorization: `Bearer ${testMetricsToken}` };
      const { text } = await stage.send('GET', '/metrics', { headers });
      for (const reason of ['concurrency', 'timeout']) {
        expect(text).toMatch(new RegExp(`parley_searches_refused_total\\{reason="${reason}"\\} [1-9]`));
      }
    });
  });
});
