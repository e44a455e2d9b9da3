import { expect, it } from '@jest/globals';
import { startTestApp } from '@parley/testkit/app';
import { checkSecrets } from '@parley/testkit/lifecycle';
import { useWorker } from '../support/use-worker.js';

const state = useWorker();

it('secrets that providers repeat in their errors are in no row, event, job or log line', async () => {
  const { url, database } = state;
  const app = await startTestApp({ now: new Date(), database: { url, database } });
  try {
    const results = await checkSecrets({ url: app.url, publicUrl: app.url, database });
    expect(results).toHaveLength(3);
    expect(results.filter(({ isMet }) => !isMet)).toEqual([]);
    const lines = [...app.logs, ...state.logs].join('\n');
    expect(lines).toContain('Malformed access token [secret]');
    expect(lines).toContain('535 Bad login');
    // The marker of the check, in plain form and at each of the three places that a byte can have in Base64.
    expect(lines).not.toMatch(/secret[\da-f]{16}|c2VjcmV0[M-Z]|NlY3JldD|zZWNyZX[Q-T]/);
  } finally {
    await app.stop();
  }
}, 120_000);
