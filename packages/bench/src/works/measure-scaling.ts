import { median } from '../measure/median.js';
import { runLoad } from '../measure/run-load.js';
import type { Seed } from '../stage/seed.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import type { Server } from '../stage/start-server.js';
import { works } from './works.js';

export interface Scaling {
  readonly oneProcess: number;
  readonly twoProcesses: number;
}

/** Measures the requests per second of one and of two processes under the same number of connections. */
export async function measureScaling(
  databaseUrl: string,
  seed: Seed & { token: string },
  options: { rounds: number; seconds: number; connections: number },
): Promise<Scaling> {
  const [work] = works;
  if (!work) throw new Error('There is no work to scale.');
  // Limits of several processes are counted in the database, and a single process is measured in the same way.
  const env = { RATE_LIMIT_STORE: 'postgres' };
  const first = await startPreparedServer('parley', databaseUrl, { env });
  const second = await startPreparedServer('parley', databaseUrl, { env });
  const counter = { next: 0 };
  const rate = async (servers: readonly Server[]) => {
    const connections = Math.ceil(options.connections / servers.length);
    const load = { token: seed.token, makeRequest: work.makeRequest(seed), counter };
    const results = await Promise.all(
      servers.map((server) => runLoad(server, { ...load, connections, seconds: options.seconds })),
    );
    return results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  };
  const one: number[] = [];
  const two: number[] = [];
  await rate([first, second]);
  for (let round = 0; round < options.rounds; round += 1) {
    one.push(await rate([first]));
    two.push(await rate([first, second]));
  }
  await Promise.all([first.stop(), second.stop()]);
  return { oneProcess: median(one), twoProcesses: median(two) };
}
