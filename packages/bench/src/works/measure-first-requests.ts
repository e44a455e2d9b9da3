import { type OpenApiOperation, v3Document } from '@parley/contract/documents';
import { type Operation, v3 } from '@parley/contract/operations';
import { median } from '../measure/median.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import type { Server } from '../stage/start-server.js';
import { readThreadNanos } from '../stage/thread-time.js';

export interface FirstRequests {
  readonly operations: number;
  /** The CPU time of the first request of an operation, divided by the CPU time of a later request. */
  readonly median: number;
  /** The operations whose first request costs more than the target, the slowest first. */
  readonly over: readonly FirstRequest[];
  readonly slowest: FirstRequest;
}

export interface FirstRequest {
  readonly operationId: string;
  readonly ratio: number;
}

/** The first request of an operation may cost this many times as much as a later one. */
export const mostRatio = 2;

const laterRequests = 5;

/**
 * The number of requests to another operation before the measurement: in production, a process has already responded to
 * the probes of a load balancer.
 */
const warmUp = 20;

/**
 * Sends requests of each operation to a process that has just started, and has prepared its first requests. Bodies are
 * the examples of the contract and ids are unknown, so most operations find nothing. A later request writes as much as
 * the first one, because no two bodies have the same unique values. The figures of an operation are the medians of all
 * rounds.
 */
export async function measureFirstRequests(
  databaseUrl: string,
  { token, rounds }: { token: string; rounds: number },
): Promise<FirstRequests> {
  const operations: readonly Operation[] = Object.values(v3.operations);
  const ratios = new Map<string, number[]>(operations.map(({ operationId }) => [operationId, []]));
  for (let round = 0; round < rounds; round += 1) {
    const server = await startPreparedServer('parley', databaseUrl, {
      env: { RATE_LIMIT_PER_MINUTE: '100000' },
    });
    try {
      let sent = round * 1_000_000;
      const send = (operation: Operation) => {
        sent += 1;
        return measureRequest(server, operation, { token, count: sent });
      };
      for (let count = 0; count < warmUp; count += 1) await send(v3.operations.getWorkspace);
      for (const operation of operations) {
        const first = await send(operation);
        const later: number[] = [];
        for (let count = 0; count < laterRequests; count += 1) later.push(await send(operation));
        ratios.get(operation.operationId)?.push(first / median(later));
      }
    } finally {
      await server.stop();
    }
  }
  const each = [...ratios].map(([operationId, all]) => ({ operationId, ratio: median(all) }));
  const [slowest = { operationId: '', ratio: Number.NaN }] = each.sort((a, b) => b.ratio - a.ratio);
  const over = each.filter(({ ratio }) => ratio > mostRatio);
  return { operations: each.length, median: median(each.map(({ ratio }) => ratio)), over, slowest };
}

/** Measures the CPU time in nanoseconds that the main thread of the server used for a request. */
async function measureRequest(
  { url, pid }: Server,
  operation: Operation,
  { token, count }: { token: string; count: number },
): Promise<number> {
  const { method, path } = operation;
  const body = exampleBody(operation, count);
  const before = await readThreadNanos(pid);
  const response = await fetch(`${url}/v3${path.replaceAll(/\{[^{}]+\}/g, unknownId)}`, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  // A stream of events has no end.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel();
  else await response.arrayBuffer();
  return (await readThreadNanos(pid)) - before;
}

const unknownId = '01890000-0000-7000-8000-000000000000';

function exampleBody({ path, method }: Operation, count: number): string | undefined {
  const operation: OpenApiOperation | undefined = v3Document.paths[path]?.[method];
  const content = JSON.parse(JSON.stringify(operation?.requestBody ?? {})).content?.['application/json'];
  const [example]: { value?: unknown }[] = Object.values(content?.examples ?? {});
  return content === undefined ? undefined : JSON.stringify(varied(example?.value ?? {}, count));
}

const timeZones = ['Europe/Berlin', 'Europe/Paris'];

/** The body with values of its own where a second request with the same values would be refused, or change nothing. */
function varied(body: object, count: number): object {
  const values: Readonly<Record<string, unknown>> = { ...body };
  const { name, externalId, timeZone } = values;
  return {
    ...values,
    ...(typeof name === 'string' && { name: `${name} ${count}` }),
    ...(typeof externalId === 'string' && { externalId: `${externalId}-${count}` }),
    ...(timeZone !== undefined && { timeZone: timeZones[count % timeZones.length] }),
  };
}
