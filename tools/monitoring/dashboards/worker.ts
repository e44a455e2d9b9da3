import type { Dashboard } from './dashboard.js';

const waits = (share: number) =>
  `histogram_quantile(${share}, sum by (le, lane) (rate(parley_job_wait_seconds_bucket[$__rate_interval])))`;
const latency = (share: number) =>
  `histogram_quantile(${share}, sum by (le) (rate(parley_delivery_latency_seconds_bucket[$__rate_interval])))`;

export const workerDashboard: Dashboard = {
  uid: 'parley-worker',
  title: 'Parley: workers',
  rows: [
    {
      title: 'Queue',
      panels: [
        {
          title: 'Age of the oldest due job',
          description: 'By group of tasks. The alert fires above 60 seconds.',
          unit: 's',
          queries: [{ expr: 'max by (group) (parley_queue_group_oldest_due_seconds)', legend: '{{group}}' }],
        },
        {
          title: 'Jobs in the queue',
          description: 'Due, planned and running jobs.',
          unit: 'short',
          queries: [
            // An empty queue has no series.
            {
              expr: 'sum by (state) (max by (task, state) (parley_queue_depth))',
              legend: '{{state}}',
              isRare: true,
            },
          ],
        },
        {
          title: 'Jobs by task',
          description: 'The rate of jobs that ended, by outcome.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (task, outcome) (rate(parley_job_duration_seconds_count[$__rate_interval]))',
              legend: '{{task}}: {{outcome}}',
            },
          ],
        },
        {
          title: 'Dead jobs',
          description: 'Jobs that are not retried.',
          unit: 'short',
          queries: [{ expr: 'max by (task) (parley_dead_jobs)', legend: '{{task}}', isRare: true }],
        },
        {
          title: 'Workers by group of tasks',
          description: 'A group without a worker is never processed.',
          unit: 'short',
          queries: [{ expr: 'sum by (group) (parley_worker_task_group_info)', legend: '{{group}}' }],
        },
        {
          title: 'Paused, died, recovered',
          description: 'Workers that are paused, and work that was recovered from dead ones.',
          unit: 'short',
          queries: [
            { expr: 'sum(parley_worker_paused)', legend: 'paused' },
            {
              expr: 'sum by (kind) (increase(parley_recovered_total[$__rate_interval]))',
              legend: 'recovered: {{kind}}',
              isRare: true,
            },
          ],
        },
      ],
    },
    {
      title: 'Fairness between tenants',
      panels: [
        {
          title: 'Waiting time by lane (p99)',
          description: 'Interactive jobs must stay quick while the bulk jobs of a tenant wait.',
          unit: 's',
          queries: [{ expr: waits(0.99), legend: '{{lane}}' }],
        },
        {
          title: 'Tenants with due jobs',
          description: 'Lanes with due jobs: a tenant has one for interactive and one for bulk jobs.',
          unit: 'short',
          queries: [{ expr: 'max(parley_queue_lanes)', legend: 'lanes' }],
        },
        {
          title: 'Largest backlog of a tenant',
          description: 'Close to all due jobs: one tenant has almost the whole backlog.',
          unit: 'short',
          queries: [
            { expr: 'max(parley_queue_largest_lane_jobs)', legend: 'largest lane' },
            {
              expr: 'sum(max by (task) (parley_queue_depth{state="due"}))',
              legend: 'all due jobs',
              isRare: true,
            },
          ],
        },
      ],
    },
    {
      title: 'Deliveries and providers',
      panels: [
        {
          title: 'Deliveries by outcome',
          description: 'Postponed ones were not attempted: the endpoint is busy or its circuit is open.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (outcome) (rate(parley_deliveries_total[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Time from commit to receiver',
          description: 'First attempts. The alert fires when the 95th percentile is above 5 seconds.',
          unit: 's',
          queries: [0.5, 0.95, 0.99].map((share) => ({ expr: latency(share), legend: `p${share * 100}` })),
        },
        {
          title: 'Deliveries under way',
          description: 'High while the queue is short: the receivers are slow.',
          unit: 'short',
          queries: [{ expr: 'sum by (instance) (parley_deliveries_under_way)', legend: '{{instance}}' }],
        },
        {
          title: 'Open circuit breakers',
          description:
            'Endpoints that keep failing: of webhooks (deliveries), and of providers and automations (jobs).',
          unit: 'short',
          queries: [{ expr: 'sum by (kind) (parley_endpoint_circuits{state="open"})', legend: '{{kind}}' }],
        },
        {
          title: 'Calls of providers',
          description: 'Refused: the provider does not want this message. Unknown: its response was lost.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (provider, outcome) (rate(parley_provider_call_duration_seconds_count[$__rate_interval]))',
              legend: '{{provider}}: {{outcome}}',
            },
          ],
        },
        {
          title: 'Duration of calls of providers (p95)',
          description: 'By provider.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.95, sum by (le, provider) (rate(parley_provider_call_duration_seconds_bucket[$__rate_interval])))',
              legend: '{{provider}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Saturation',
      panels: [
        {
          title: 'CPU',
          description: 'A worker uses one core at most.',
          unit: 'percentunit',
          queries: [
            {
              expr: 'rate(process_cpu_seconds_total[$__rate_interval]) and on (instance) parley_deliveries_under_way',
              legend: '{{instance}}',
            },
          ],
        },
        {
          title: 'Memory',
          description: 'Resident memory.',
          unit: 'bytes',
          queries: [
            {
              expr: 'process_resident_memory_bytes and on (instance) parley_deliveries_under_way',
              legend: '{{instance}}',
            },
          ],
        },
      ],
    },
  ],
};
