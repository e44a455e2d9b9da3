import { type Context, defaultSizes } from '@parley/core';
import type { Stage } from './start-stage.js';

/** A context in which use cases can be called without HTTP. */
export function contextOf({ database }: Pick<Stage, 'database'>, tenantId: string): Context {
  return { database, tenantId, now: () => new Date(), sizes: defaultSizes };
}
