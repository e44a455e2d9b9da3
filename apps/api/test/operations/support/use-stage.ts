import { afterAll, beforeAll } from '@jest/globals';
import { createWorld, tokenOf, type World } from '@parley/testkit';
import type { TestAppOptions } from '@parley/testkit/app';
import { type Clients, type Stage, startStage, startTime } from './start-stage.js';

/** Starts a stage before the first test of the file, or of the `describe` around it, and stops it after the last. */
export function useStage(options: TestAppOptions = {}): Stage {
  let stage: Stage | undefined;
  beforeAll(async () => {
    stage = await startStage(options);
  });
  afterAll(() => stage?.stop());
  return bindLate(() => stage, 'useStage');
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
  return bindLate<RenewableWorld>(() => world && { ...world, renew }, 'useWorld', { renew });
}

/** Hooks run after the tests are declared, so each property is read when a test uses it. */
function bindLate<Value extends object>(
  find: () => Value | undefined,
  name: string,
  early: Partial<Value> = {},
): Value {
  const read = () => {
    const value = find();
    if (!value) throw new Error(`${name}() returns something that exists only while tests run.`);
    return value;
  };
  // The traps provide every property, so the target needs none.
  return new Proxy({} as Value, {
    get: (_target, key) => (key in early ? Reflect.get(early, key) : Reflect.get(read(), key)),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_target, key) => Reflect.getOwnPropertyDescriptor(read(), key),
  });
}
