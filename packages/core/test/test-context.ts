import type { Database } from '@parley/database';
import type { Context, IdempotencyRequest } from '../src/index.js';
import { contextOf, createClock, type TestClock } from './testkit.js';

export const startTime = '2026-11-14T09:30:00.000Z';

export interface TestContext extends Context {
  readonly clock: TestClock;
}

/** Creates a context with a clock that moves only on demand. */
export function createContext(
  database: Database,
  tenantId: string,
  start: string | Date = startTime,
): TestContext {
  const clock = createClock(start);
  return { ...contextOf(database, tenantId, clock.now), clock };
}

/** Returns the context with an idempotency key. */
export function withKey(
  context: Context,
  request: Partial<IdempotencyRequest> & { key: string },
): Context & { idempotency: IdempotencyRequest } {
  const defaults = { operationId: 'operation', requestHash: 'hash', replayed: false };
  return { ...context, idempotency: { ...defaults, ...request } };
}
