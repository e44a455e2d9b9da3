import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Gauges whose names end in `_total`, like the names of counters. Prometheus would take them for counters. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Shows the CPU, the memory and the event loop of this process. The API and the worker of one process share them. */
export function observeProcess(registry: Registry): void {
  if (registry.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
}
