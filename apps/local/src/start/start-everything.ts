import { type Config, parseConfig } from '@parley/api/config';
import { type LocalPostgres, startLocalPostgres } from '@parley/database/local';
import { checkPort } from './check-port.js';
import type { Lifecycle } from './lifecycle.js';
import { withLocalDefaults } from './local-defaults.js';
import { step } from './progress.js';
import type { RunServiceOptions, StartedService } from './run-service.js';

export interface StartOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Also on a database of one's own; the local one always gets the demo tenant. */
  readonly wantsDemo: boolean;
  readonly onPostgres: (postgres: LocalPostgres) => void;
  /** Where the documentation stands that is built in the background; none is expected by default. */
  readonly docs?: RunServiceOptions['docs'];
}

/** The whole service in this process, with PostgreSQL beside it unless `DATABASE_URL` names one. */
export async function startEverything(lifecycle: Lifecycle, options: StartOptions): Promise<StartedService> {
  const environment = withLocalDefaults(options.environment);
  const config = parseConfig(environment);
  console.log('Starting Parley');
  await checkPort(config.host, config.port);
  const starting = config.databaseUrl ?? startPostgres(lifecycle, config, options.onPostgres);
  // The modules of the service take as long to load as PostgreSQL takes to start.
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
