import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EndpointBulkhead } from '../outbound-http/bulkhead/endpoint-bulkhead.js';

const deliveryOutcomes = [
  'succeeded',
  'retrying',
  'failed',
  'gone',
  'canceled',
  /** The delivery was released without an attempt: the endpoint is busy, its circuit is open, or the worker stops. */
  'postponed',
  /** The lease had expired, and another worker has claimed the delivery. */
  'lost',
] as const;

export type DeliveryMetric = (typeof deliveryOutcomes)[number];

const recoveredKinds = ['worker', 'delivery'] as const;

/** How the call of a provider ended. With `unknown`, nobody knows whether the provider took the message. */
export type ProviderOutcome = 'sent' | 'refused' | 'unavailable' | 'unknown' | 'error';

/**
 * The endpoints of circuit breakers are either the endpoints of webhooks or the ones that jobs call, such as providers.
 */
export type CircuitKind = 'deliveries' | 'jobs';

export interface WorkerMetrics {
  countDeliveries(outcome: DeliveryMetric, count?: number): void;
  /** Records the time from the commit of an event to the response of its receiver, for first attempts. */
  observeLatency(receivedAt: Date, committedAt: Date): void;
  observeInFlight(count: () => number): void;
  observeCircuits(kind: CircuitKind, bulkhead: Pick<EndpointBulkhead, 'size' | 'countOpen'>): void;
  countJob(task: string, outcome: 'succeeded' | 'failed' | 'dead', durationMs: number): void;
  /** Records the time from the moment at which a job was due to its start. */
  observeWait(task: string, isBulk: boolean, waitMs: number): void;
  observeProviderCall(provider: string, outcome: ProviderOutcome, durationMs: number): void;
  /** Counts a run that was not allowed to begin, because its chain of events is a loop or has used up its budget. */
  countRefusedRun(reason: string): void;
  countRecovered(kind: (typeof recoveredKinds)[number], count: number): void;
  countExpired(kind: string, count: number): void;
  noteTaskGroups(groups: readonly string[]): void;
  /** Records a run of the maintenance. */
  noteMaintenance(outcome: 'succeeded' | 'failed', durationMs: number): void;
}

export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const registers = [registry];
  const deliveries = new Counter({
    name: 'parley_deliveries_total',
    help: 'Attempts to deliver an event, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'parley_delivery_latency_seconds',
    help: 'Time from the commit of an event to the response of its receiver, for first attempts.',
    buckets: [0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers,
  });
  const jobs = new Histogram({
    name: 'parley_job_duration_seconds',
    help: 'Jobs by task and outcome, and how long each took.',
    labelNames: ['task', 'outcome'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers,
  });
  const waits = new Histogram({
    name: 'parley_job_wait_seconds',
    help: 'Time from the moment at which a job was due to its start, by task and lane (interactive or bulk).',
    labelNames: ['task', 'lane'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers,
  });
  const providerCalls = new Histogram({
    name: 'parley_provider_call_duration_seconds',
    help: 'Calls that send a message through a provider, by provider and outcome, and how long each took.',
    labelNames: ['provider', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  const recovered = new Counter({
    name: 'parley_recovered_total',
    help: 'Workers found dead, and deliveries recovered from them.',
    labelNames: ['kind'],
    registers,
  });
  const refusedRuns = new Counter({
    name: 'parley_automation_runs_cut_total',
    help: 'Runs that were not begun, because their chain of events is a loop or has used up its budget.',
    labelNames: ['reason'],
    registers,
  });
  const expired = new Counter({
    name: 'parley_expired_records_total',
    help: 'Records that were removed because their retention had ended, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const maintained = new Gauge({
    name: 'parley_maintenance_last_success_timestamp_seconds',
    help: 'Time at which this worker last completed the maintenance; 0 if it never did. Only one of the workers does each run.',
    registers,
  });
  const maintenance = new Histogram({
    name: 'parley_maintenance_duration_seconds',
    help: 'Runs of the maintenance by outcome, and how long each took.',
    labelNames: ['outcome'],
    buckets: [0.1, 0.5, 2.5, 10, 60, 300],
    registers,
  });
  const groups = new Gauge({
    name: 'parley_worker_task_group_info',
    help: 'The groups of tasks that this worker runs (WORKER_TASKS), each with the value 1.',
    labelNames: ['group'],
    registers,
  });
  let inFlight = () => 0;
  new Gauge({
    name: 'parley_deliveries_under_way',
    help: 'Deliveries that this worker is sending now.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  const circuits = observeCircuitGauge(registry);
  // Prometheus sees no increase from a missing series to 1, so the alerts would miss the first event of each kind.
  for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0);
  for (const kind of recoveredKinds) recovered.inc({ kind }, 0);
  return {
    countDeliveries: (outcome, count = 1) => deliveries.inc({ outcome }, count),
    observeLatency: (receivedAt, committedAt) =>
      latency.observe((receivedAt.getTime() - committedAt.getTime()) / 1_000),
    observeInFlight(count) {
      inFlight = count;
    },
    observeCircuits: (kind, bulkhead) => circuits.set(kind, bulkhead),
    countJob: (task, outcome, durationMs) => jobs.observe({ task, outcome }, durationMs / 1_000),
    observeWait: (task, isBulk, waitMs) =>
      waits.observe({ task, lane: isBulk ? 'bulk' : 'interactive' }, Math.max(0, waitMs) / 1_000),
    observeProviderCall: (provider, outcome, durationMs) =>
      providerCalls.observe({ provider, outcome }, durationMs / 1_000),
    countRefusedRun: (reason) => refusedRuns.inc({ reason }),
    countRecovered: (kind, count) => recovered.inc({ kind }, count),
    countExpired: (kind, count) => expired.inc({ kind }, count),
    noteTaskGroups(names) {
      for (const group of names) groups.set({ group }, 1);
    },
    noteMaintenance(outcome, durationMs) {
      maintenance.observe({ outcome }, durationMs / 1_000);
      if (outcome === 'succeeded') maintained.setToCurrentTime();
    },
  };
}

/** A worker that resumes after a pause has new circuit breakers, which replace the previous ones. */
function observeCircuitGauge(registry: Registry) {
  const bulkheads = new Map<CircuitKind, Pick<EndpointBulkhead, 'size' | 'countOpen'>>();
  new Gauge({
    name: 'parley_endpoint_circuits',
    help: 'Endpoints that this worker called lately, by the state of their circuit breaker: open (or half-open) and closed.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    collect() {
      for (const [kind, bulkhead] of bulkheads) {
        const open = bulkhead.countOpen();
        this.set({ kind, state: 'open' }, open);
        this.set({ kind, state: 'closed' }, bulkhead.size - open);
      }
    },
  });
  return bulkheads;
}
