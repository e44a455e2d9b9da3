import { observeProcess } from '@parley/config';
import { type Database, observeDatabase } from '@parley/database';
import { observeFiles } from '@parley/files';
import { Counter, Gauge, Registry } from 'prom-client';
import type { RequestContext } from '../request/request-context.js';
import { DurationHistogram } from './duration-histogram.js';
import type { ProbeDatabase } from './probe-database.js';

export const searchRefusals = ['concurrency', 'timeout', 'size'] as const;

export interface Metrics {
  readonly registry: Registry;
  observe(requestContext: RequestContext, method: string, status: number): void;
  countAuthFailure(): void;
  countRateLimited(): void;
  /** Counts a request of a provider that exceeds a limit of the workspace. */
  countLimitedIngress(limit: string): void;
  /** Counts early statuses that were dropped because their channel has too many. */
  countDroppedStatuses(count: number): void;
  countIncompleteMail(reason: string): void;
  countUnparsedBody(reason: string): void;
  countRefusedBody(): void;
  countRefusedSearch(reason: (typeof searchRefusals)[number]): void;
  /** Exposes the number of open event streams. */
  observeStreams(count: () => number): void;
  countEndedStream(reason: string): void;
  /** Exposes the number of bytes of bodies in memory. */
  observeBodies(readHeldBytes: () => number): void;
}

export interface MetricsOptions {
  readonly database: Database;
  readonly probeDatabase: ProbeDatabase;
  /** Default is a new registry, so that two apps in one process do not share their numbers. */
  readonly registry?: Registry | undefined;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const { database, probeDatabase, registry = new Registry() } = options;
  const registers = [registry];
  observeProcess(registry);
  observeDatabase(registry, database);
  const durations = new DurationHistogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Duration of requests that got a response.',
    labelNames: ['version', 'operation_id', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registry,
  });
  const authFailures = new Counter({
    name: 'parley_auth_failures_total',
    help: 'Requests without valid credentials.',
    registers,
  });
  const rateLimited = new Counter({
    name: 'parley_rate_limited_total',
    help: 'Requests refused because the tenant exceeded its rate limit.',
    registers,
  });
  const limitedIngress = new Counter({
    name: 'parley_ingress_limited_total',
    help: 'Requests of providers that were refused because of a limit of the workspace, by limit. The provider must retry them.',
    labelNames: ['limit'],
    registers,
  });
  const droppedStatuses = new Counter({
    name: 'parley_ingress_dropped_statuses_total',
    help: 'Statuses of unknown messages that were dropped because their channel had too many of them.',
    registers,
  });
  const incompleteMails = new Counter({
    name: 'parley_ingress_incomplete_mails_total',
    help: 'Mails that exceeded a limit and were stored incompletely, by limit.',
    labelNames: ['reason'],
    registers,
  });
  const unparsedBodies = new Counter({
    name: 'parley_ingress_unparsed_total',
    help: 'Bodies of providers that were refused because parsing them took too much time or memory.',
    labelNames: ['reason'],
    registers,
  });
  const refusedSearches = new Counter({
    name: 'parley_searches_refused_total',
    help: 'Searches that were refused: too many at the same time (concurrency), too slow (timeout), or with a page that is too large (size).',
    labelNames: ['reason'],
    registers,
  });
  // Prometheus sees no increase from a missing series to 1, so an alert would miss the first refusal.
  for (const reason of searchRefusals) refusedSearches.inc({ reason }, 0);
  const refusedBodies = new Counter({
    name: 'parley_bodies_refused_total',
    help: 'Requests refused with 503 because the bodies in memory exceeded the budget of the process or tenant.',
    registers,
  });
  const endedStreams = new Counter({
    name: 'parley_event_streams_ended_total',
    help: 'Event streams that have ended, by reason: closed by the client, slow_reader, lifetime, unauthorized, stopping or failed.',
    labelNames: ['reason'],
    registers,
  });
  observeAvailability(registry, probeDatabase);
  observeFiles(registry, database);
  return {
    registry,
    observe({ version, operationId, startedAt, streamedAt }, method, status) {
      const knownMethod = knownMethods.has(method) ? method : 'other';
      durations.observe(
        [version ?? 'none', operationId ?? 'none', knownMethod, String(status)],
        ((streamedAt ?? performance.now()) - startedAt) / 1_000,
      );
    },
    countAuthFailure: () => authFailures.inc(),
    countRateLimited: () => rateLimited.inc(),
    countLimitedIngress: (limit) => limitedIngress.inc({ limit }),
    countDroppedStatuses: (count) => droppedStatuses.inc(count),
    countIncompleteMail: (reason) => incompleteMails.inc({ reason }),
    countRefusedBody: () => refusedBodies.inc(),
    countRefusedSearch: (reason) => refusedSearches.inc({ reason }),
    observeStreams(count) {
      new Gauge({
        name: 'parley_event_streams',
        help: 'Open event streams of this process.',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    countEndedStream: (reason) => endedStreams.inc({ reason }),
    observeBodies(readHeldBytes) {
      new Gauge({
        name: 'parley_body_bytes',
        help: 'Bytes of request bodies in memory, without the first 16 KB of each body.',
        registers,
        collect() {
          this.set(readHeldBytes());
        },
      });
    },
    countUnparsedBody: (reason) => unparsedBodies.inc({ reason }),
  };
}

function observeAvailability(registry: Registry, probeDatabase: ProbeDatabase): void {
  // A worker in the same process may have registered it.
  if (registry.getSingleMetric('parley_database_up')) return;
  new Gauge({
    name: 'parley_database_up',
    help: 'Whether the database can be reached: 1 or 0.',
    registers: [registry],
    async collect() {
      this.set((await probeDatabase()).isUp ? 1 : 0);
    },
  });
}

/**
 * The methods that metrics name. All others share one name, so that a caller cannot create new time series by inventing
 * methods.
 */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
