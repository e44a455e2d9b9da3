import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.js';
import type { BuiltBody } from './build-body.js';
import { findEventFaults } from './check-event.js';

interface Check {
  readonly config: Pick<WorkerConfig, 'validateResponses'>;
  readonly logger: Logger;
}

/** The body of the request, checked against the contract when the configuration says so. */
export function writeEvent(built: BuiltBody, { config, logger }: Check): string {
  const faults = config.validateResponses === 'off' ? undefined : findEventFaults(built);
  if (faults !== undefined) {
    const message = `The event ${built.body.event} breaks the contract: ${faults}`;
    if (config.validateResponses === 'strict') throw new Error(message);
    logger.error({ eventId: built.body.id }, message);
  }
  return JSON.stringify(built.body);
}
