import { type Config, parseConfig } from '@parley/api/config';
import { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from '@parley/database/local';
import { checkPort } from './check-port.js';
import type { Lifecycle } from './lifecycle.js';
import { withLocalDefaults } from './local-defaults.js';
import { step } from './progress.js';
import type { RunServiceOptions, StartedService } from './run-service.js';

export interface StartOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Adds the demo tenant to the database of `DATABASE_URL` too; a local one that is kept always has it. */
  readonly wantsDemo: boolean;
  readonly postgres?: Pick<LocalPostgresOptions, 'isDisposable'>;
  readonly onPostgres: (postgres: LocalPostgres) => void;
  /** The state of the documentation that is built in the background. Default is no documentation. */
  readonly docs?: RunServiceOptions['docs'];
}

/** Starts the whole service in this process, and also PostgreSQL unless `DATABASE_URL` is set. */
export async function startEverything(
  lifecycle: Pick<Lifecycle, 'started'>,
  options: StartOptions,
): Promise<StartedService> {
  const environment = withLocalDefaults(options.environment);
  const config = parseConfig(environment);
  console.log('Starting Parley');
  await checkPort(config.host, config.port);
  const [url, { runService }] = config.databaseUrl
    ? [config.databaseUrl, await loadService()]
    : await startPostgres(lifecycle, config, options);
  const isKept = !config.databaseUrl && !options.postgres?.isDisposable;
  const wantsDemo = options.wantsDemo || isKept;
  return runService(lifecycle, { environment, config, url, docs: options.docs, wantsDemo });
}

const loadService = () => import('./run-service.js');

/**
 * Loads the modules of the service while PostgreSQL's programs run. Both take equally long, and this process cannot
 * start a program while it loads modules.
 */
async function startPostgres(
  lifecycle: Pick<Lifecycle, 'started'>,
  { dataDir }: Config,
  { onPostgres, postgres: kind }: StartOptions,
): Promise<[url: string, service: Awaited<ReturnType<typeof loadService>>]> {
  let service: ReturnType<typeof loadService> | undefined;
  const onWork = () => {
    service ??= loadService();
    // The promise is awaited below; until then, a failure must not end the process, which has to stop PostgreSQL first.
    service.catch(() => undefined);
  };
  const postgres = await step(
    'PostgreSQL',
    () => startLocalPostgres({ ...kind, dataDir, onWork, log: console.log }),
    ({ port }) => `running on port ${port}, with files in ${dataDir}/postgres`,
  );
  onPostgres(postgres);
  lifecycle.started(() => postgres.stop());
  return [postgres.url, await (service ?? loadService())];
}
