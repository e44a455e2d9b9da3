import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.js';
import type { BuiltBody } from './build-body.js';
import { findEventErrors } from './check-event.js';

interface Check {
  readonly config: Pick<WorkerConfig, 'validateResponses'>;
  readonly logger: Logger;
}

/** Serializes the body, which is validated against the contract if the configuration enables it. */
export function writeEvent(built: BuiltBody, { config, logger }: Check): string {
  const errors = config.validateResponses === 'off' ? undefined : findEventErrors(built);
  if (errors !== undefined) {
    const message = `The event ${built.body.event} violates the contract: ${errors}`;
    if (config.validateResponses === 'strict') throw new Error(message);
    logger.error({ eventId: built.body.id }, message);
  }
  return JSON.stringify(built.body);
}
