import { describe, expect, it, jest } from '@jest/globals';
import type { RunningProcess } from '../../../packages/testkit/src/monitoring/start-processes.js';
import { type Scene, startScene } from '../../../packages/testkit/src/monitoring/start-scene.js';
import { waitFor } from './support/wait-for.js';

jest.setTimeout(120_000);

/** The level of an error in the log. */
const errorLevel = 50;

const loops = 8;

/** Sends messages and reads until the API refuses connections. Returns the statuses that it has seen. */
function startLoad(scene: Scene): { readonly statuses: number[]; readonly ended: Promise<unknown> } {
  const statuses: number[] = [];
  const loop = async () => {
    for (;;) {
      const got = await scene.exchange().catch(() => undefined);
      if (got === undefined) return;
      statuses.push(...got);
    }
  };
  return { statuses, ended: Promise.all(Array.from({ length: loops }, loop)) };
}

async function expectSilentEnd(processes: readonly RunningProcess[]): Promise<void> {
  expect(await Promise.all(processes.map((one) => one.stop()))).toEqual(processes.map(() => 0));
  for (const one of processes) {
    expect(one.lines().filter(({ level }) => Number(level) >= errorLevel)).toEqual([]);
    expect(one.otherOutput()).toBe('');
    expect(one.lines().map(({ msg }) => msg)).toContain('stopping');
  }
}

describe('a normal stop of the API and of a worker', () => {
  it('logs no error, and ends with 0', async () => {
    const scene = await startScene();
    try {
      await expectSilentEnd([scene.api, scene.worker]);
    } finally {
      await scene.stop();
    }
  });

  it.each([
    ['at the same time', (scene: Scene) => [[scene.api, scene.worker]]],
    ['the worker first', (scene: Scene) => [[scene.worker], [scene.api]]],
  ] as const)('logs no error under load: %s', async (_, order) => {
    const scene = await startScene();
    try {
      const load = startLoad(scene);
      await waitFor('the load', () => load.statuses.length >= 200 && scene.received() >= 50);
      for (const processes of order(scene)) await expectSilentEnd(processes);
      await load.ended;
      expect(load.statuses.filter((status) => status >= 500)).toEqual([]);
    } finally {
      await scene.stop();
    }
  });
});
