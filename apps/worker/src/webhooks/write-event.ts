import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.js';
import type { BuiltBody } from './build-body.js';

interface Check {
  readonly config: Pick<WorkerConfig, 'validateResponses'>;
  readonly logger: Logger;
}

/** Serializes the body, which is validated against the contract if the configuration enables it. */
export async function writeEvent(built: BuiltBody, { config, logger }: Check): Promise<string> {
  const errors = config.validateResponses === 'off' ? undefined : await findErrors(built);
  if (errors !== undefined) {
    const message = `The event ${built.body.event} violates the contract: ${errors}`;
    if (config.validateResponses === 'strict') throw new Error(message);
    logger.error({ eventId: built.body.id }, message);
  }
  return JSON.stringify(built.body);
}

/** The documents of the contract and the compiler of their schemas take a tenth of a start, and production needs neither. */
async function findErrors(built: BuiltBody): Promise<string | undefined> {
  const { findEventErrors } = await import('./check-event.js');
  return findEventErrors(built);
}
