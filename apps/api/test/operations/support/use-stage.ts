import { afterEach } from '@jest/globals';
import { createWorld, tokenOf, type World } from '@parley/testkit';
import type { TestAppOptions } from '@parley/testkit/app';
import { bindLate, useResource } from '@parley/testkit/hooks';
import { type Clients, type Stage, startStage, startTime } from './start-stage.js';

/** Starts a stage before the first test of the file, or of the `describe` around it, and stops it after the last. */
export function useStage(options: TestAppOptions = {}): Stage {
  return useResource(
    () => startStage(options),
    ({ stop }) => stop(),
  );
}

/** Sets the clock of a stage that several files share back after each of their tests. */
export function resetClockAfterEach(stage: Pick<Stage, 'clock'>): void {
  afterEach(() => stage.clock.set(startTime));
}

/** A tenant with one record of every kind, and clients with a token that has all scopes. */
export interface RenewableWorld extends World, Clients {
  readonly token: string;
  /** Replaces the tenant by a new one and resets the clock, for `beforeEach` of tests that change something. */
  readonly renew: () => Promise<void>;
}

/** The world exists only after `renew` was called. */
export function useWorld(stage: Pick<Stage, 'clientsOf' | 'clock' | 'database'>): RenewableWorld {
  let world: Omit<RenewableWorld, 'renew'> | undefined;
  const renew = async () => {
    stage.clock.set(startTime);
    const created = await createWorld(stage.database);
    const token = await tokenOf(created.key);
    world = { ...created, ...stage.clientsOf(token), token };
  };
  return bindLate(() => ({ ...world, renew }) as RenewableWorld); // `renew` sets the properties.
}
