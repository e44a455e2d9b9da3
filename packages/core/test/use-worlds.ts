import type { Database } from '@parley/database';
import { useResource, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { defaultSizes, type Sizes } from '../src/sizes.js';
import { createContext, type TestContext } from './test-context.js';
import { createTwoWorlds, type World } from './testkit.js';

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
  const target = useTestDatabase();
  return useResource(async () => {
    const { url, database } = target;
    const { own, other } = await createTwoWorlds(database);
    return {
      url,
      database,
      own,
      other,
      sizes,
      context: () => ({ ...createContext(database, own.tenant.id), sizes }),
      otherContext: () => ({ ...createContext(database, other.tenant.id), sizes }),
    };
  });
}
