import { type Config, parseConfig } from '@parley/api/config';
import { type LocalPostgres, startLocalPostgres } from '@parley/database/local';
import { checkPort } from './check-port.js';
import type { Lifecycle } from './lifecycle.js';
import { withLocalDefaults } from './local-defaults.js';
import { step } from './progress.js';
import type { RunServiceOptions, StartedService } from './run-service.js';

export interface StartOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Adds the demo tenant to the database of `DATABASE_URL` too; the local one always has it. */
  readonly wantsDemo: boolean;
  readonly onPostgres: (postgres: LocalPostgres) => void;
  /** The state of the documentation that is built in the background; by default there is none. */
  readonly docs?: RunServiceOptions['docs'];
}

/** Starts the whole service in this process, and PostgreSQL with it unless `DATABASE_URL` is set. */
export async function startEverything(lifecycle: Lifecycle, options: StartOptions): Promise<StartedService> {
  const environment = withLocalDefaults(options.environment);
  const config = parseConfig(environment);
  console.log('Starting Parley');
  await checkPort(config.host, config.port);
  const starting = config.databaseUrl ?? startPostgres(lifecycle, config, options.onPostgres);
  // Loading the modules of the service takes as long as starting PostgreSQL.
  const [url, { runService }] = await Promise.all([starting, import('./run-service.js')]);
  return runService(lifecycle, { ...options, environment, config, url });
}

async function startPostgres(
  lifecycle: Lifecycle,
  { dataDir }: Config,
  onPostgres: StartOptions['onPostgres'],
): Promise<string> {
  const postgres = await step(
    'PostgreSQL',
    () => startLocalPostgres({ dataDir, log: console.log }),
    ({ port }) => `running on port ${port}, its files in ${dataDir}/postgres`,
  );
  onPostgres(postgres);
  lifecycle.started(() => postgres.stop());
  return postgres.url;
}
