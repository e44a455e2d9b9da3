import * as z from 'zod';
import { bearerToken, choice, integer, list, text, url } from './env-variables.js';
import { isCidr } from './is-cidr.js';
import { isHostPattern } from './is-host-pattern.js';
import { expectedFilesUrl, type ObjectStorageAddress, parseFilesUrl } from './parse-files-url.js';
import { type TracingSettings, toTracingSettings, tracingVariables } from './tracing-settings.js';

/** The settings that every process of the service has. */
export interface ProcessSettings {
  /** Undefined means the local database under `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The server itself, where `databaseUrl` names a pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether row-level security is on. `ready`: the process works with and without it. */
  readonly rowSecurity: 'off' | 'ready' | 'on';
  readonly dataDir: string;
  /** The unparsed value, which `findKeyWrapper` parses. Undefined means the keys in `dataDir`. */
  readonly encryptionKeys: string | undefined;
  /** The object storage; undefined means that all files are in the database. */
  readonly objectStorage: ObjectStorageAddress | undefined;
  /** Where new files are stored. Files in the other store can still be read. */
  readonly filesStore: 'postgres' | 's3';
  readonly poolSize: number;
  /** Statements that take longer are logged; 0 means none. */
  readonly slowStatementMs: number;
  /** The public URL without a slash at its end. */
  readonly publicUrl: string;
  readonly webhookAllowedCidrs: readonly string[] | undefined;
  /** The hosts that channels may connect to; undefined means every public one. */
  readonly providerAllowedHosts: readonly string[] | undefined;
  /** The bearer token that a request for `/metrics` must send; undefined means that none is required. */
  readonly metricsToken: string | undefined;
  readonly validateResponses: 'off' | 'log' | 'strict';
  readonly logLevel: LogLevel;
  readonly workerConcurrency: number;
  /** Whether the process counts which names of the contract are used. */
  readonly countsUsage: boolean;
  /** How often the counts are stored. A process that is killed loses the counts since then. */
  readonly usageFlushMs: number;
  /** How traces are recorded and sent; undefined means that they are not. */
  readonly tracing: TracingSettings | undefined;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const filesUrl = z
  .string()
  .transform((text, context) => {
    const address = parseFilesUrl(text);
    if (address === undefined)
      context.addIssue({ code: 'custom', message: `must be a URL like ${expectedFilesUrl}` });
    return address;
  })
  .optional();

export const processVariables = z.object({
  ...tracingVariables,
  PORT: integer({ min: 0, max: 65_535 }).default(3_000),
  DATABASE_URL: url('postgres', 'postgresql'),
  DATABASE_DIRECT_URL: url('postgres', 'postgresql'),
  DATABASE_ROW_SECURITY: choice(['off', 'ready', 'on']).default('off'),
  DATA_DIR: text().default('.data'),
  ENCRYPTION_KEYS: text(),
  FILES_URL: filesUrl,
  FILES_STORE: choice(['postgres', 's3']),
  POOL_SIZE: integer({ min: 1, max: 1_000 }).default(10),
  SLOW_STATEMENT_MS: integer({ min: 0, max: 60_000 }).default(500),
  PUBLIC_URL: url('http', 'https'),
  WEBHOOK_ALLOWED_CIDRS: list(isCidr, 'ranges like 10.0.0.0/8, separated by commas'),
  PROVIDER_ALLOWED_HOSTS: list(
    isHostPattern,
    'host names like api.example.com or *.example.com, separated by commas',
  ),
  METRICS_TOKEN: bearerToken(),
  VALIDATE_RESPONSES: choice(['off', 'log', 'strict']).default('off'),
  LOG_LEVEL: choice(logLevels).default('info'),
  WORKER_CONCURRENCY: integer({ min: 1, max: 1_000 }).default(10),
  USAGE_COUNTS: choice(['on', 'off']).default('on'),
  USAGE_FLUSH_SECONDS: integer({ min: 1, max: 3_600 }).default(60),
});

export function toProcessSettings(variables: z.output<typeof processVariables>): ProcessSettings {
  const { PUBLIC_URL: publicUrl = `http://localhost:${variables.PORT}` } = variables;
  const { FILES_URL: objectStorage, FILES_STORE: filesStore = objectStorage ? 's3' : 'postgres' } = variables;
  if (filesStore === 's3' && !objectStorage)
    throw new Error('Bad configuration: FILES_STORE must be postgres, unless FILES_URL is set.');
  return {
    databaseUrl: variables.DATABASE_URL,
    databaseDirectUrl: variables.DATABASE_DIRECT_URL,
    rowSecurity: variables.DATABASE_ROW_SECURITY,
    dataDir: variables.DATA_DIR,
    encryptionKeys: variables.ENCRYPTION_KEYS,
    objectStorage,
    filesStore,
    poolSize: variables.POOL_SIZE,
    slowStatementMs: variables.SLOW_STATEMENT_MS,
    publicUrl: publicUrl.replace(/(?<!\/)\/+$/, ''),
    webhookAllowedCidrs: variables.WEBHOOK_ALLOWED_CIDRS,
    providerAllowedHosts: variables.PROVIDER_ALLOWED_HOSTS,
    metricsToken: variables.METRICS_TOKEN,
    validateResponses: variables.VALIDATE_RESPONSES,
    logLevel: variables.LOG_LEVEL,
    workerConcurrency: variables.WORKER_CONCURRENCY,
    countsUsage: variables.USAGE_COUNTS === 'on',
    usageFlushMs: variables.USAGE_FLUSH_SECONDS * 1_000,
    tracing: toTracingSettings(variables),
  };
}
