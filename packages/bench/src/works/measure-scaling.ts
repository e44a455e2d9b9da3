import { median } from '../measure/median.js';
import { runLoad } from '../measure/run-load.js';
import type { Seed } from '../stage/seed.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import type { Server } from '../stage/start-server.js';
import { works } from './works.js';

export interface Scaling {
  /** Requests per second, while the processes share the cores with PostgreSQL and the load. */
  readonly oneProcess: number;
  readonly twoProcesses: number;
  /**
   * How many times as many requests two processes would serve if each had a core and PostgreSQL and the load had others: twice the
   * CPU time of a request to one process, divided by that of a request to one of two under the same load.
   */
  readonly byCpu: number;
}

/** Measures the requests of one and of two processes, together under the same number of connections, and each under that number. */
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
  const load = { token: seed.token, makeRequest: work.makeRequest(seed), counter, seconds: options.seconds };
  const run = async (servers: readonly Server[], connections: number) => {
    const results = await Promise.all(servers.map((server) => runLoad(server, { ...load, connections })));
    const rate = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
    const cpu = results.reduce(
      (sum, { requestsPerSecond, cpuMicros }) => sum + requestsPerSecond * cpuMicros,
      0,
    );
    return { rate, cpuMicros: cpu / rate };
  };
  const { connections } = options;
  const one: number[] = [];
  const two: number[] = [];
  const byCpu: number[] = [];
  await run([first, second], Math.ceil(connections / 2));
  for (let round = 0; round < options.rounds; round += 1) {
    const alone = await run([first], connections);
    const shared = await run([first, second], Math.ceil(connections / 2));
    const both = await run([first, second], connections);
    one.push(alone.rate);
    two.push(shared.rate);
    byCpu.push((2 * alone.cpuMicros) / both.cpuMicros);
  }
  await Promise.all([first.stop(), second.stop()]);
  return { oneProcess: median(one), twoProcesses: median(two), byCpu: median(byCpu) };
}
