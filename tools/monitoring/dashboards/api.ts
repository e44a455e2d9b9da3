import type { Dashboard } from './dashboard.js';

const requests = 'parley_http_request_duration_seconds';
const quantile = (share: number, by: string) =>
  `histogram_quantile(${share}, sum by (le${by}) (rate(${requests}_bucket[$__rate_interval])))`;

export const apiDashboard: Dashboard = {
  uid: 'parley-api',
  title: 'Parley: API',
  rows: [
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests by status',
          description: 'The rate of all requests. 5xx are our errors, 4xx those of callers.',
          unit: 'reqps',
          queries: [
            { expr: `sum by (status) (rate(${requests}_count[$__rate_interval]))`, legend: '{{status}}' },
          ],
        },
        {
          title: 'Share of server errors',
          description: 'The alert fires above 1 %.',
          unit: 'percentunit',
          queries: [
            {
              expr: `(sum(rate(${requests}_count{status=~"5.."}[$__rate_interval])) or vector(0)) / sum(rate(${requests}_count[$__rate_interval]))`,
              legend: 'errors',
            },
          ],
        },
        {
          title: 'Latency',
          description: 'The percentiles of all requests.',
          unit: 's',
          queries: [0.5, 0.95, 0.99].map((share) => ({
            expr: quantile(share, ''),
            legend: `p${share * 100}`,
          })),
        },
        {
          title: 'Slowest operations (p99)',
          description: 'The alert fires above 1 second for an operation.',
          unit: 's',
          queries: [{ expr: `topk(10, ${quantile(0.99, ', operation_id')})`, legend: '{{operation_id}}' }],
        },
        {
          title: 'Busiest operations',
          description: 'The rate by operation.',
          unit: 'reqps',
          queries: [
            {
              expr: `topk(10, sum by (operation_id) (rate(${requests}_count[$__rate_interval])))`,
              legend: '{{operation_id}}',
            },
          ],
        },
        {
          title: 'Refused requests',
          description:
            'Invalid tokens, rate limits, expensive searches, large bodies and limits of inbound messages.',
          unit: 'reqps',
          queries: [
            { expr: 'sum(rate(parley_auth_failures_total[$__rate_interval]))', legend: 'invalid tokens' },
            { expr: 'sum(rate(parley_rate_limited_total[$__rate_interval]))', legend: 'rate limit' },
            { expr: 'sum(rate(parley_bodies_refused_total[$__rate_interval]))', legend: 'large bodies' },
            {
              expr: 'sum by (reason) (rate(parley_searches_refused_total[$__rate_interval]))',
              legend: 'searches: {{reason}}',
              isRare: true,
            },
            {
              expr: 'sum by (limit) (rate(parley_ingress_limited_total[$__rate_interval]))',
              legend: 'inbound: {{limit}}',
              isRare: true,
            },
          ],
        },
      ],
    },
    {
      title: 'Event streams',
      panels: [
        {
          title: 'Open streams',
          description: 'The streams of each process. The plan of a workspace limits how many it may open.',
          unit: 'short',
          queries: [{ expr: 'parley_event_streams', legend: '{{instance}}' }],
        },
        {
          title: 'Ended streams',
          description:
            'By reason. Readers that are too slow (slow_reader) and errors (failed) resume where they ended, but somebody should know why.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (reason) (rate(parley_event_streams_ended_total[$__rate_interval]))',
              legend: '{{reason}}',
              isRare: true,
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
          description: 'A process uses one core at most. Add a process above 0.7.',
          unit: 'percentunit',
          queries: [
            {
              expr: 'rate(process_cpu_seconds_total[$__rate_interval]) and on (instance) parley_body_bytes',
              legend: '{{instance}}',
            },
          ],
        },
        {
          title: 'Delay of the event loop (p99)',
          description: 'Requests wait this long before they are handled.',
          unit: 's',
          queries: [
            {
              expr: 'nodejs_eventloop_lag_p99_seconds and on (instance) parley_body_bytes',
              legend: '{{instance}}',
            },
          ],
        },
        {
          title: 'Memory',
          description: 'Resident memory, and the bodies of requests in it.',
          unit: 'bytes',
          queries: [
            {
              expr: 'process_resident_memory_bytes and on (instance) parley_body_bytes',
              legend: '{{instance}}',
            },
            { expr: 'parley_body_bytes', legend: '{{instance}}: bodies' },
          ],
        },
      ],
    },
  ],
};
