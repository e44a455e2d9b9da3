import { checkPromises } from '../../crash/check-promises.js';
import { startLoad } from '../../crash/load.js';
import { type Scene, setScene } from '../../crash/scene.js';
import { waitUntilSettled } from '../../crash/settle.js';
import { waitFor } from '../../crash/wait-for.js';
import type { Installation } from './installation.js';
import { openReadyClient, type RequestCounts } from './ready-client.js';
import type { Figure } from './scenario.js';

export interface LoadOptions {
  /** The name of the scenario, which distinguishes its campaigns. */
  readonly name: string;
  /** What happens while the load runs. */
  readonly meanwhile: (scene: Scene) => Promise<void>;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  readonly counts: Readonly<RequestCounts>;
  readonly scene: Scene;
}

/** Writers are slower than in the crash run, because two API processes, a pooler and TLS share the machine with them. */
const slowness = 2;
/** Enough writes that every kind of event is on its way when something happens. */
const warmUpWrites = 50;
/** Far more than a quiet machine needs. */
const timeoutMs = 60_000;

/**
 * Writes through both API processes while something happens, and then counts the failed requests and the lost events. An
 * event is lost if its write was acknowledged and no receiver has accepted it after everything is settled.
 */
export async function runUnderLoad(installation: Installation, options: LoadOptions): Promise<Outcome> {
  const { database, processes, receiver, provider, evidence } = installation;
  const listUrls = () => processes.list('api').map(({ url }) => url);
  const client = openReadyClient({ urls: listUrls });
  try {
    const [url = ''] = listUrls();
    const plain = await setScene({ database, url }, { name: options.name, receiver, provider });
    const scene = { ...plain, send: client.send };
    const load = startLoad(scene, { slowness });
    const isWarm = () => load.acknowledged.length >= warmUpWrites || undefined;
    try {
      await waitFor('the load is running', isWarm, timeoutMs);
      await options.meanwhile(scene);
      const before = load.acknowledged.length;
      const continues = () => load.acknowledged.length >= before + warmUpWrites || undefined;
      await waitFor('the load continues', continues, timeoutMs);
    } finally {
      await load.stop();
    }
    await waitUntilSettled(database);
    evidence.acknowledged.push(...load.acknowledged);
    const { broken } = await checkPromises(database, { ...evidence, receiver, provider, recurring: [] });
    for (const line of broken.slice(0, 20)) console.log(`  ${line}`);
    const figures = [
      { name: 'requests', measured: client.counts.requests },
      { name: 'failed requests', measured: client.failures.length, atMost: 0 },
      { name: 'lost, invented or changed events and writes', measured: broken.length, atMost: 0 },
    ];
    return { figures, counts: client.counts, scene };
  } finally {
    for (const line of client.failures.slice(0, 20)) console.log(`  ${line}`);
    await client.stop();
  }
}
