import type { Dashboard } from './dashboard.js';

export const databaseDashboard: Dashboard = {
  uid: 'parley-database',
  title: 'Parley: PostgreSQL and lifecycle',
  rows: [
    {
      title: 'PostgreSQL',
      panels: [
        {
          title: 'Database reachable',
          description: '1 for each process that can use the database.',
          unit: 'short',
          queries: [{ expr: 'parley_database_up', legend: '{{instance}}' }],
        },
        {
          title: 'Connections in use',
          description: 'The share of a pool that is busy.',
          unit: 'percentunit',
          queries: [
            {
              expr: '(sum by (instance, pool) (parley_database_connections{state="total"}) - sum by (instance, pool) (parley_database_connections{state="idle"})) / sum by (instance, pool) (parley_database_connections_max)',
              legend: '{{instance}}: {{pool}}',
            },
          ],
        },
        {
          title: 'Waiting for a connection',
          description: 'The alert fires when it stays above 0.',
          unit: 'short',
          queries: [
            {
              expr: 'sum by (instance, pool) (parley_database_connections{state="waiting"})',
              legend: '{{instance}}: {{pool}}',
            },
          ],
        },
        {
          title: 'Slow statements',
          description: 'Statements that took longer than SLOW_STATEMENT_MS, by name.',
          unit: 'ops',
          queries: [
            {
              expr: 'topk(10, sum by (statement) (rate(parley_slow_statements_total[$__rate_interval])))',
              legend: '{{statement}}',
              isRare: true,
            },
          ],
        },
        {
          title: 'Clock skew',
          description: 'By how much the clock of a process is ahead of that of the database.',
          unit: 's',
          queries: [{ expr: 'parley_clock_skew_seconds', legend: '{{instance}}' }],
        },
      ],
    },
    {
      title: 'Partitions and retention',
      panels: [
        {
          title: 'Partitions',
          description: 'The number of weekly partitions of each table.',
          unit: 'short',
          queries: [{ expr: 'max by (table) (parley_partitions)', legend: '{{table}}' }],
        },
        {
          title: 'Time until a partition is missing',
          description: 'The alert fires below 14 days.',
          unit: 's',
          queries: [{ expr: 'min by (table) (parley_partitions_ahead_seconds)', legend: '{{table}}' }],
        },
        {
          title: 'Age of the oldest partition',
          description: 'It grows until the retention, and then stays.',
          unit: 's',
          queries: [{ expr: 'max by (table) (parley_partition_oldest_age_seconds)', legend: '{{table}}' }],
        },
        {
          title: 'Removed records',
          description: 'Records whose retention had ended, by kind.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (kind) (rate(parley_expired_records_total[$__rate_interval]))',
              legend: '{{kind}}',
              isRare: true,
            },
          ],
        },
        {
          title: 'Time since the last maintenance',
          description: 'It runs every five minutes. The alert fires after 30 minutes.',
          unit: 's',
          queries: [
            {
              expr: 'time() - max(parley_maintenance_last_success_timestamp_seconds > 0)',
              legend: 'maintenance',
              isRare: true,
            },
          ],
        },
        {
          title: 'Runs of the maintenance',
          description: 'By outcome.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (outcome) (rate(parley_maintenance_duration_seconds_count[$__rate_interval]))',
              legend: '{{outcome}}',
              isRare: true,
            },
          ],
        },
      ],
    },
    {
      title: 'Files',
      panels: [
        {
          title: 'Stored bytes',
          description: 'By store.',
          unit: 'bytes',
          queries: [{ expr: 'max by (store) (parley_stored_bytes)', legend: '{{store}}', isRare: true }],
        },
        {
          title: 'Objects without a file',
          description: 'Objects that will be removed.',
          unit: 'short',
          queries: [{ expr: 'max(parley_loose_objects)', legend: 'objects' }],
        },
        {
          title: 'Failures',
          description: 'Bytes that could not be written, read, removed or verified.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (store, operation) (rate(parley_file_failures_total[$__rate_interval]))',
              legend: '{{store}}: {{operation}}',
              isRare: true,
            },
          ],
        },
      ],
    },
  ],
};
