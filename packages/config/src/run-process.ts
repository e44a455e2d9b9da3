import { type Logger, pino } from 'pino';
import { endOnUncaught } from './end-on-uncaught.js';
import { logOptions } from './log-options.js';
import type { ProcessSettings } from './process-settings.js';

export interface ServiceProcess<Settings extends ProcessSettings> {
  /** Throws one line when the environment is not valid. */
  readonly parseConfig: (env: NodeJS.ProcessEnv) => Settings;
  /** Starts the process and returns the function that stops it. */
  readonly start: (config: Settings, logger: Logger) => Promise<() => Promise<void>>;
}

/** Runs a process of the service until SIGTERM or SIGINT. When it cannot start, it prints one line and exits with 1. */
export async function runProcess<Settings extends ProcessSettings>(
  service: ServiceProcess<Settings>,
): Promise<void> {
  try {
    await start(service);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start<Settings extends ProcessSettings>(service: ServiceProcess<Settings>): Promise<void> {
  const config = service.parseConfig(process.env);
  const logger = pino(logOptions(config.logLevel), pino.destination({ sync: false }));
  endOnUncaught(logger);
  const starting = service.start(config, logger);
  const stop = async (signal: NodeJS.Signals) => {
    logger.info({ signal }, 'stopping');
    // A start that fails ends the process by itself.
    const stopService = await starting.catch(() => undefined);
    await stopService?.();
    logger.flush();
  };
  // The handlers are added before the start has ended, because a supervisor may stop a process as soon as it is ready.
  // A second signal ends the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  await starting;
}
