import type { ParsingThreads } from '@parley/channels';
import type { UsageCounter } from '@parley/core';
import type { Database, Replica } from '@parley/database';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from './config.js';
import type { AuthConfig } from './http/auth/verify-token.js';
import type { DocsBuild } from './http/docs/docs-build.js';
import type { BodyPace } from './http/limits/body-budget.js';
import type { ApiVersion } from './http/routing/api-version.js';
import type { StreamLimits } from './http/streams/stream-limits.js';

export interface AppDependencies {
  readonly database: Database;
  /** A replica for reads that may lag. Default is none. The code that starts the app also closes it. */
  readonly replica?: Replica | undefined;
  readonly config: AppConfig;
  readonly now: () => Date;
  /** Milliseconds on a steady clock, which measures how old keys are. Default is the one of the process. */
  readonly steadyNowMs?: (() => number) | undefined;
  readonly logger: Logger;
  readonly versions: readonly ApiVersion[];
  /** The threads that parse the bodies of providers. The code that starts the app also closes them. */
  readonly threads: ParsingThreads;
  /** Counts which names of the contract are used. Default is that nothing is counted. */
  readonly usageCounter?: UsageCounter | undefined;
  /** The registry for the metrics; a worker in the same process may share it. Default is a new registry. */
  readonly registry?: Registry;
  /**
   * While this returns true, the readiness probe fails, so that load balancers send no new requests to a stopping
   * process.
   */
  readonly isDraining?: () => boolean;
  /** How fast bodies must arrive. Default is `bodyPace`. */
  readonly pace?: BodyPace | undefined;
  /** Overrides the default limits of event streams. */
  readonly streamLimits?: Partial<StreamLimits> | undefined;
  /** State of the documentation when it is built while the app runs. */
  readonly docs?: DocsBuild | undefined;
}

/** The settings that the app needs. `auth` already contains the secret that a local start reads from its file. */
export type AppConfig = { readonly auth: AuthConfig } & Pick<
  Config,
  | 'areMetricsOpen'
  | 'authFailuresPerMinute'
  | 'bodyBudgetBytes'
  | 'corsOrigins'
  | 'metricsPort'
  | 'metricsToken'
  | 'publicUrl'
  | 'rateLimitPerMinute'
  | 'rateLimitStore'
  | 'trustProxy'
  | 'v2SunsetAt'
  | 'validateResponses'
>;
