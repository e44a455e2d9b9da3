import type { Database } from '@parley/database';
import { bindLate, useResource, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { defaultSizes, type Sizes } from '../src/sizes.js';
import { createContext, type TestContext } from './test-context.js';
import { createTwoWorlds, type World } from './testkit.js';

export interface Worlds {
  readonly url: string;
  readonly database: Database;
  readonly prisma: Database['prisma'];
  readonly own: World;
  readonly other: World;
  readonly sizes: Sizes;
  /** Returns the id of the tenant of `own`. */
  tenantId(): string;
  /** Returns a context for the tenant of `own`, with a new clock. */
  context(): TestContext;
  otherContext(): TestContext;
}

/**
 * Creates a database with two tenants for the test file. The result can be taken apart at once; read its parts inside tests
 * only. With some small sizes, the border of a batch is tested with a few rows.
 */
export function useWorlds(small?: Partial<Sizes>): Worlds {
  const sizes = small ? { ...defaultSizes, ...small } : defaultSizes;
  const target = useTestDatabase();
  const { database } = target;
  const worlds = useResource(() => createTwoWorlds(database));
  const own = bindLate(() => worlds.own);
  const other = bindLate(() => worlds.other);
  return {
    get url() {
      return target.url;
    },
    database,
    prisma: bindLate(() => database.prisma),
    own,
    other,
    sizes,
    tenantId: () => own.tenant.id,
    context: () => ({ ...createContext(database, own.tenant.id), sizes }),
    otherContext: () => ({ ...createContext(database, other.tenant.id), sizes }),
  };
}
