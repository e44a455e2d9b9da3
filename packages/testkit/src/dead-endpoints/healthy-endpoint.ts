import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../crash/listen.js';

/** An endpoint that accepts every event at once and records its arrival. */
export interface HealthyEndpoint {
  readonly url: string;
  readonly receivedCount: number;
  readonly lastReceivedAtMs: number;
  /** The time from the creation of each event to its first arrival. */
  readonly latenciesMs: readonly number[];
  stop(): Promise<void>;
}

export async function startHealthyEndpoint(): Promise<HealthyEndpoint> {
  const seen = new Set<string>();
  const latenciesMs: number[] = [];
  let lastReceivedAtMs = 0;
  const server = createServer(async (request, response) => {
    const { id, createdAt } = JSON.parse(await text(request));
    response.writeHead(200).end();
    if (seen.has(id)) return;
    seen.add(id);
    lastReceivedAtMs = performance.now();
    latenciesMs.push(Date.now() - Date.parse(createdAt));
  });
  const { url, stop } = await listen(server);
  return {
    url,
    stop,
    latenciesMs,
    get receivedCount() {
      return seen.size;
    },
    get lastReceivedAtMs() {
      return lastReceivedAtMs;
    },
  };
}
