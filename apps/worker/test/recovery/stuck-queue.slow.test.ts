import { describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { useRunner } from '../support/use-runner.js';

jest.setTimeout(60_000);

const { pools, held, log, add, untilFinished, withoutTable } = useRunner();

const countFailures = () => log().split('Failed to complete jobs').length - 1;

describe('a queue that stops because its writes fail one after another', () => {
  test('is replaced by another queue, even if it does not end', async () => {
    for (let number = 0; number < 5; number += 1) await add('hold');
    await waitUntil(() => held.length === 5);
    await withoutTable(async () => {
      for (const [index, letGo] of held.entries()) {
        letGo();
        await waitUntil(() => countFailures() > index);
      }
    });
    await add('finish');
    await untilFinished();
    expect(pools).toHaveLength(2);
  });
});
