import { median } from '../measure/median.js';
import type { Seed } from '../stage/seed.js';
import type { Server } from '../stage/start-server.js';

export interface BroadcastTimes {
  readonly fewMs: number;
  readonly manyMs: number;
  readonly peerMs: number;
}

const few = 500;
const many = 5_000;

/** Measures broadcasts; each run has new contacts. */
export async function measureBroadcast(
  { ours, peer }: { ours: Server; peer: Server },
  seed: Seed & { token: string },
  rounds: number,
): Promise<BroadcastTimes> {
  let next = 0;
  const post = async ({ url }: Server, count: number) => {
    const contacts = Array.from({ length: count }, () => {
      next += 1;
      return { phoneNumber: `+49151${String(next).padStart(8, '0')}`, firstName: `Guest ${next}` };
    });
    const startedAt = performance.now();
    const response = await fetch(`${url}/v2/${seed.channelId}/broadcasts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seed.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bench', workflowId: seed.automationId, contacts }),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`A broadcast was refused with ${response.status}: ${body}`);
    return performance.now() - startedAt;
  };
  const times = { few: [] as number[], many: [] as number[], peer: [] as number[] };
  await post(ours, few);
  for (let round = 0; round < rounds; round += 1) {
    times.few.push(await post(ours, few));
    times.many.push(await post(ours, many));
    times.peer.push(await post(peer, many));
  }
  return { fewMs: median(times.few), manyMs: median(times.many), peerMs: median(times.peer) };
}
