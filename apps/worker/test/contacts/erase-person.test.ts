import { describe, expect, it } from '@jest/globals';
import { startTestApp } from '@parley/testkit/app';
import { erasePerson, expectedPlaces } from '@parley/testkit/lifecycle';
import { useWorker } from '../support/use-worker.js';

const publicUrl = 'http://parley.example';

describe('the erasure of a person', () => {
  const state = useWorker({ withMaintenance: true });

  it('leaves no row with a marker that was sent in every possible way, and no data of others is lost', async () => {
    const { url, database } = state;
    const env = { PUBLIC_URL: publicUrl, V2_SUNSET_AT: '2100-01-01T00:00:00Z' };
    const app = await startTestApp({ now: new Date(), env, database: { url, database } });
    try {
      const result = await erasePerson({ url: app.url, publicUrl, database });
      expect(Object.keys(result.planted).sort()).toEqual(expectedPlaces({}));
      expect(result.left).toEqual({});
      expect(result.losses).toEqual([]);
    } finally {
      await app.stop();
    }
  }, 120_000);
});
