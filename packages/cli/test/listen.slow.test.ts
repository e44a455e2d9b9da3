import { describe, expect, it, jest } from '@jest/globals';
import { startProcess } from './support/start-process.js';
import { acknowledged, useListener } from './support/use-listener.js';

jest.setTimeout(120_000);

const { stage, listen, record } = useListener(startProcess);

describe('parley listen', () => {
  it('does not run twice for one receiver; the lock of a killed process does not count', async () => {
    const { home, receiver } = stage();
    const first = await listen();
    const words = ['listen', '--forward-to', `${receiver.url}/hook`];
    expect(await home.run(words)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Process \d+ already/),
    });
    await first.kill('SIGKILL');
    await expect(listen()).resolves.toBeDefined();
  });

  it('loses no event and repeats no acknowledged one when it is killed again and again', async () => {
    const { receiver } = stage();
    const recorded: string[] = [];
    const recordMany = async () => {
      for (let count = 0; count < 40; count += 1) recorded.push(await record());
    };
    const known = new Set<string | undefined>();
    for (let round = 1; round <= 6; round += 1) {
      const followed = await listen();
      const before = receiver.received.length;
      const recording = recordMany();
      await receiver.waitFor((all) => all.length >= before + 5 * round);
      await followed.kill('SIGKILL');
      await recording;
      const repeated = receiver.received.slice(before).filter(({ id }) => known.has(id));
      expect(repeated).toEqual([]);
      for (const id of acknowledged(followed)) known.add(id);
    }
    const last = await listen();
    await receiver.waitFor((all) => new Set(all.map(({ id }) => id)).size === recorded.length);
    await last.waitFor(() => acknowledged(last).at(-1) === recorded.at(-1));
    // What came twice was in flight during a kill: at most one event in each round.
    const ids = receiver.received.map(({ id }) => id);
    expect([...new Set(ids)]).toEqual(recorded);
    expect(ids.length - recorded.length).toBeLessThanOrEqual(6);
  });
});
