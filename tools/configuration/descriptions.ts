import type { apiVariables } from '../../apps/api/src/config.js';
import type { workerVariables } from '../../apps/worker/src/config/worker-config.js';

export type VariableName = keyof typeof apiVariables | keyof typeof workerVariables;

/** The sections of the reference, in its order. */
export const sections = [
  'The address of the service',
  'The database',
  'Tokens',
  'Limits',
  'Secrets and files',
  'Outgoing connections',
  'Workers',
  'Metrics and logs',
  'Traces',
] as const;

interface Description {
  readonly section: (typeof sections)[number];
  readonly text: string;
  /** Where the default is not a constant. */
  readonly fallback?: string;
}

/** What each variable means. A variable without a description does not compile. */
export const descriptions: Readonly<Record<VariableName, Description>> = {
  PORT: {
    section: 'The address of the service',
    text: 'The port of the API. A worker uses it for the default of `PUBLIC_URL` only.',
  },
  HOST: {
    section: 'The address of the service',
    text: 'The address on which the API listens, and a worker with `WORKER_PORT`.',
    fallback: '`0.0.0.0` with `DATABASE_URL`, otherwise `127.0.0.1`; all addresses for a worker',
  },
  PUBLIC_URL: {
    section: 'The address of the service',
    text: 'The URL at which callers reach the service. It is part of the URLs of files, so all processes need the same value.',
    fallback: '`http://localhost:$PORT`',
  },
  TRUST_PROXY: {
    section: 'The address of the service',
    text: 'The number of proxies in front of the API, or their addresses. The address of a caller is read from `X-Forwarded-For` only if this is set.',
  },
  CORS_ORIGINS: {
    section: 'The address of the service',
    text: 'The origins whose pages may call the API from a browser.',
    fallback: 'none',
  },
  DRAIN_DELAY_MS: {
    section: 'The address of the service',
    text: 'How long a stopping process still accepts requests while `/readyz` returns 503. Set it to more than twice the interval of the readiness probe of your load balancer.',
    fallback: '`5000` with `DATABASE_URL`, else `0`',
  },
  DATABASE_URL: {
    section: 'The database',
    text: 'The URL of the database of the service, on PostgreSQL 15 or newer.',
    fallback: 'the local database of `npm start`',
  },
  DATABASE_DIRECT_URL: {
    section: 'The database',
    text: 'The URL of the PostgreSQL server itself, if `DATABASE_URL` names a pooler ([how](postgresql.md)). Workers listen for jobs there; without it they poll every second.',
    fallback: 'none',
  },
  DATABASE_ROW_SECURITY: {
    section: 'The database',
    text: 'Whether row-level security guards the rows of each tenant ([how](row-security.md)). `on`: the process refuses to start without it. `off`: the process refuses to start with it. `ready`: the process works with and without it, while you turn it on or off.',
  },
  DATABASE_READ_URL: {
    section: 'The database',
    text: 'A streaming replica of the database. Searches and reads that may lag use it, and a caller always sees its own writes ([how](scaling.md#a-replica-for-reads)).',
    fallback: 'none',
  },
  DATABASE_READ_MAX_LAG_MS: {
    section: 'The database',
    text: 'The largest lag of the replica. While the lag is larger, all reads use the primary.',
  },
  POOL_SIZE: {
    section: 'The database',
    text: 'Connections per process. The API opens `SEARCH_POOL_SIZE` additional connections, and a worker three. See [sizing](sizing.md#connections).',
  },
  SEARCH_POOL_SIZE: {
    section: 'The database',
    text: 'Additional connections of the API that run searches.',
    fallback: 'half of `POOL_SIZE`',
  },
  SEARCH_TIMEOUT_MS: {
    section: 'The database',
    text: 'How long a search waits for a connection before the caller gets 429, and how long it runs before the caller gets 422.',
  },
  DATA_DIR: {
    section: 'The database',
    text: 'The folder of the local database and its secrets. With `DATABASE_URL`, only workers use it: they store the position of the write-ahead log there, by which they notice a restore.',
  },
  JWT_SECRET: {
    section: 'Tokens',
    text: 'The secret that signs tokens, at least 32 bytes. Required with `DATABASE_URL`, unless one of the next two or `AUTH_JWKS_URL` is set.',
    fallback: 'created once in `DATA_DIR`',
  },
  JWT_SECRETS: {
    section: 'Tokens',
    text: 'Several signing secrets, newest first: the first one signs, all of them verify.',
  },
  JWT_SECRETS_FILE: {
    section: 'Tokens',
    text: 'A file with one signing secret on each line, newest first. Running processes read it again when it changes.',
  },
  AUTH_JWKS_URL: {
    section: 'Tokens',
    text: 'The URL of the public keys of your own issuer, whose tokens are accepted instead of ours.',
  },
  AUTH_ISSUER: { section: 'Tokens', text: 'The `iss` of the tokens of your issuer.' },
  AUTH_AUDIENCE: { section: 'Tokens', text: 'The `aud` of the tokens of your issuer.' },
  AUTH_TOKEN_TYPES: {
    section: 'Tokens',
    text: 'The allowed values of the header `typ` of a token of your issuer.',
  },
  AUTH_MAX_TOKEN_AGE_SECONDS: {
    section: 'Tokens',
    text: 'How long after its `iat` a token of your issuer is accepted.',
  },
  AUTH_KEYS_GRACE_SECONDS: {
    section: 'Tokens',
    text: 'How long the last known keys are used while your issuer does not respond. A key that is withdrawn during that time works until its end.',
  },
  AUTH_FAILURES_PER_MINUTE: {
    section: 'Limits',
    text: 'Invalid tokens per IP address and minute. Further invalid ones get 429; valid tokens are always accepted.',
  },
  RATE_LIMIT_PER_MINUTE: {
    section: 'Limits',
    text: 'Requests per minute of each tenant, instead of the number of its plan.',
    fallback: 'the number of the plan',
  },
  RATE_LIMIT_STORE: {
    section: 'Limits',
    text: 'Where requests are counted. `memory` is exact only for a single API process.',
  },
  BODY_BUDGET_MB: {
    section: 'Limits',
    text: 'Megabytes of request bodies that a process holds at a time. The first 16 KB of each body have a second budget of this size. One tenant can use at most half of them; further bodies get 503.',
  },
  V2_SUNSET_AT: {
    section: 'Limits',
    text: 'When v2 of the API ends.',
    fallback: 'the date of the v2 document',
  },
  ENCRYPTION_KEYS: {
    section: 'Secrets and files',
    text: 'The keys that wrap the secrets in the database: `id:base64` of 32 bytes, newest first, separated by commas. Required with `DATABASE_URL`, and the same for every process. Without them a backup has no usable secrets.',
    fallback: 'created once in `DATA_DIR`',
  },
  FILES_URL: {
    section: 'Secrets and files',
    text: 'The URL of an object storage with the protocol of Amazon S3. Credentials come from the URL, or from the environment as for any AWS client.',
    fallback: 'none: files are in the database',
  },
  FILES_STORE: {
    section: 'Secrets and files',
    text: 'Where new files are stored. Files in the other store can still be read.',
    fallback: '`s3` with `FILES_URL`, otherwise `postgres`',
  },
  WEBHOOK_ALLOWED_CIDRS: {
    section: 'Outgoing connections',
    text: 'Private ranges that webhooks may reach. All other private addresses are refused.',
    fallback: 'none; loopback for `npm start` with its own database',
  },
  PROVIDER_ALLOWED_HOSTS: {
    section: 'Outgoing connections',
    text: 'The hosts that channels may connect to.',
    fallback: 'every public host',
  },
  WORKER_CONCURRENCY: {
    section: 'Workers',
    text: 'Jobs that run at a time. Jobs that wait for an endpoint, and deliveries in flight, are not counted.',
  },
  WORKER_PORT: { section: 'Workers', text: 'The port of `/healthz` and `/metrics` of a worker.' },
  WORKER_TASKS: {
    section: 'Workers',
    text: 'The groups of tasks that a worker runs. Jobs of other groups wait for other workers, so all workers together must cover every group. See [sizing](sizing.md#separate-pools-of-workers).',
    fallback: 'all groups',
  },
  METRICS_TOKEN: { section: 'Metrics and logs', text: 'The bearer token that `/metrics` requires.' },
  METRICS_PORT: {
    section: 'Metrics and logs',
    text: 'A separate port of the API for `/metrics`. With `DATABASE_URL`, the API serves the metrics only with `METRICS_TOKEN` or on this port.',
  },
  SLOW_STATEMENT_MS: {
    section: 'Metrics and logs',
    text: 'Statements that take longer are logged as `slow statement`, with their name and never with their values, and counted in `parley_slow_statements_total`. 0 switches it off.',
  },
  LOG_LEVEL: {
    section: 'Metrics and logs',
    text: 'The lowest level that is logged. Logs are JSON lines on standard output.',
  },
  USAGE_COUNTS: {
    section: 'Metrics and logs',
    text: 'Whether the process counts which parts of the API each API key uses ([API usage](api-usage.md)). `off` stores nothing.',
  },
  USAGE_FLUSH_SECONDS: {
    section: 'Metrics and logs',
    text: 'How often the counted usage is stored. A process that is killed loses the counts since then.',
  },
  VALIDATE_RESPONSES: {
    section: 'Metrics and logs',
    text: 'Whether responses are checked against the contract. `log` logs each violation and costs CPU; `strict` also fails the request and is for tests.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    section: 'Traces',
    text: 'The OpenTelemetry collector that gets the [traces](tracing.md) of the process, such as `http://collector:4318`. Other variables `OTEL_EXPORTER_OTLP_*` of the OpenTelemetry specification, such as the variables for headers, are read by the exporter.',
    fallback: 'none: nothing is recorded',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    section: 'Traces',
    text: 'The protocol of the collector. No other one is supported.',
    fallback: '`http/protobuf`',
  },
  OTEL_TRACES_SAMPLER: {
    section: 'Traces',
    text: 'Which traces are recorded. Samplers that begin with `parentbased` follow the decision of the caller, if it sends `traceparent`.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    section: 'Traces',
    text: 'The share of traces that a sampler with `traceidratio` records, such as `0.05`.',
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    section: 'Traces',
    text: 'How many milliseconds a span waits for others that are sent with it.',
  },
  OTEL_BSP_MAX_QUEUE_SIZE: {
    section: 'Traces',
    text: 'The largest number of spans that wait while the collector is slow or fails. Further spans are dropped.',
  },
};
