import type { Context } from '@parley/core';
import type { Stage } from './start-stage.js';

/** The rules of the service, called without HTTP. */
export function contextOf({ database }: Stage, tenantId: string): Context {
  return { database, tenantId, now: () => new Date() };
}
