import { expect } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import type { RunningProcess } from '../../../../packages/testkit/src/monitoring/start-processes.js';
import { type Scene, startScene } from '../../../../packages/testkit/src/monitoring/start-scene.js';

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

export async function expectSilentEnd(processes: readonly RunningProcess[]): Promise<void> {
  expect(await Promise.all(processes.map((one) => one.stop()))).toEqual(processes.map(() => 0));
  for (const one of processes) {
    expect(one.lines().filter(({ level }) => Number(level) >= errorLevel)).toEqual([]);
    expect(one.otherOutput()).toBe('');
    expect(one.lines().map(({ msg }) => msg)).toContain('stopping');
  }
}

/** Stops the processes under load, those of one list at the same time. */
export async function expectSilentEndsUnderLoad(
  order: (scene: Scene) => readonly (readonly RunningProcess[])[],
): Promise<void> {
  const scene = await startScene();
  try {
    const load = startLoad(scene);
    await waitUntil(() => load.statuses.length >= 200 && scene.received() >= 50);
    for (const processes of order(scene)) await expectSilentEnd(processes);
    await load.ended;
    expect(load.statuses.filter((status) => status >= 500)).toEqual([]);
  } finally {
    await scene.stop();
  }
}
