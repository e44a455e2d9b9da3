import { afterAll, beforeAll } from '@jest/globals';
import type { Database } from '@parley/database';
import { defaultSizes, type Sizes } from '../src/sizes.js';
import { createContext, type TestContext } from './test-context.js';
import { createTestDatabase, createTwoWorlds, type World } from './testkit.js';

export interface Worlds {
  readonly url: string;
  readonly database: Database;
  readonly own: World;
  readonly other: World;
  readonly sizes: Sizes;
  /** Returns a context for the tenant of `own`, with a new clock. */
  context(): TestContext;
  otherContext(): TestContext;
}

/**
 * Creates a database with two tenants for the test file; read the result inside tests only. With some small sizes, the border
 * of a batch is tested with a few rows.
 */
export function useWorlds(small?: Partial<Sizes>): Worlds {
  const sizes = small ? { ...defaultSizes, ...small } : defaultSizes;
  let ready:
    | { url: string; database: Database; own: World; other: World; close(): Promise<void> }
    | undefined;
  const state = () => {
    if (ready === undefined) throw new Error('The worlds exist only while tests run');
    return ready;
  };
  beforeAll(async () => {
    const { url, database, close } = await createTestDatabase();
    ready = { url, database, close, ...(await createTwoWorlds(database)) };
  });
  afterAll(() => ready?.close());
  return {
    sizes,
    get url() {
      return state().url;
    },
    get database() {
      return state().database;
    },
    get own() {
      return state().own;
    },
    get other() {
      return state().other;
    },
    context: () => ({ ...createContext(state().database, state().own.tenant.id), sizes }),
    otherContext: () => ({ ...createContext(state().database, state().other.tenant.id), sizes }),
  };
}
