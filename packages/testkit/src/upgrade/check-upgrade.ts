import { openDatabase } from '@parley/database';
import { checkPromises } from '../crash/check-promises.js';
import type { Provider } from '../crash/provider.js';
import type { Receiver } from '../crash/receiver.js';
import { waitUntilSettled } from '../crash/settle.js';
import { testKeys } from '../database/test-keys.js';
import { describePhases, findFailures } from './describe-results.js';
import type { Installation } from './installation.js';
import type { RollingLoad } from './load.js';

export interface CheckOptions {
  readonly installation: Installation;
  readonly load: RollingLoad;
  readonly receiver: Receiver;
  readonly provider: Provider;
  readonly tell: (line: string) => void;
}

/** Waits until everything is sent, prints the figures of the upgrade, and returns the violated guarantees. */
export async function checkUpgrade(options: CheckOptions): Promise<string[]> {
  const { installation, load, receiver, provider, tell } = options;
  const { acknowledged, phases } = load;
  const database = openDatabase({ url: installation.databaseUrl, keys: testKeys, poolSize: 2 });
  try {
    await waitUntilSettled(database);
    const verdict = await checkPromises(database, {
      acknowledged,
      receiver,
      provider,
      recurring: [],
      isOfTwoReleases: true,
    });
    const failures = findFailures(phases);
    const { events, duplicates, messagesSent, messagesInDoubt } = verdict;
    tell(
      [
        ...describePhases(phases),
        `requests: ${phases.reduce((sum, { requests }) => sum + requests, 0)}; failed: ${failures.length}`,
        `writes acknowledged: ${acknowledged.length}; events: ${events}; delivered again after a success: ${duplicates}`,
        `messages that the provider received: ${messagesSent}; failed in doubt: ${messagesInDoubt}`,
      ].join('\n'),
    );
    // Nothing was killed, so no worker may have left a message behind.
    const doubts = messagesInDoubt > 0 ? [`${messagesInDoubt} messages failed in doubt`] : [];
    return [...failures, ...verdict.broken, ...doubts];
  } finally {
    await database.close();
  }
}
