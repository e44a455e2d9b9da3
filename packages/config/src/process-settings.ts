import type { EnvReader } from './env-reader.js';
import { isCidr } from './is-cidr.js';

/** What every process of the service is told in the same words. */
export interface ProcessSettings {
  /** Not set: the local database under `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly poolSize: number;
  readonly webhookAllowedCidrs: readonly string[] | undefined;
  readonly validateResponses: 'off' | 'log' | 'strict';
  readonly logLevel: LogLevel;
  readonly workerConcurrency: number;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export function readProcessSettings(read: EnvReader): ProcessSettings {
  return {
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir: read.text('DATA_DIR') ?? '.data',
    poolSize: read.integer('POOL_SIZE', { min: 1, max: 1_000 }) ?? 10,
    webhookAllowedCidrs: read.list(
      'WEBHOOK_ALLOWED_CIDRS',
      isCidr,
      'ranges like 10.0.0.0/8, separated by commas',
    ),
    validateResponses: read.choice('VALIDATE_RESPONSES', ['off', 'log', 'strict']) ?? 'off',
    logLevel: read.choice('LOG_LEVEL', logLevels) ?? 'info',
    workerConcurrency: read.integer('WORKER_CONCURRENCY', { min: 1, max: 1_000 }) ?? 10,
  };
}
