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

/** A tenant with one of everything, and clients with a token that may do everything with it. */
export interface RenewableWorld extends World, Clients {
  readonly token: string;
  /** Replaces the tenant by a new one, and sets the clock back: for `beforeEach` of tests that change something. */
  readonly renew: () => Promise<void>;
}

/** There is no world before `renew` was called. */
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

/** Hooks run after the tests are declared, so that each property is read when a test uses it. */
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
  // Every property comes from the traps, so that the target needs none.
  return new Proxy({} as Value, {
    get: (_target, key) => (key in early ? Reflect.get(early, key) : Reflect.get(read(), key)),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_target, key) => Reflect.getOwnPropertyDescriptor(read(), key),
  });
}
