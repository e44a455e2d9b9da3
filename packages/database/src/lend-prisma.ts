import type { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../generated/prisma/client.js';

export interface LentPrisma {
  readonly prisma: PrismaClient;
  /** Disconnects the client, which the next database of this process then uses. */
  giveBack(): Promise<void>;
}

/**
 * Lends a client that reads and writes through `adapter`. A client holds 22 MB of objects about the schema, and the
 * plans of the queries that it has compiled. A process that opens one database after another, as the tests do,
 * therefore creates as many clients as it has databases open at a time.
 */
export function lendPrisma(adapter: PrismaPg): LentPrisma {
  let client: ReusableClient | undefined;
  let isLent = true;
  return {
    // A worker may never need the client, so its first use creates it.
    get prisma() {
      if (!isLent) return findClosedClient();
      client ??= borrowClient(adapter);
      return client.prisma;
    },
    async giveBack() {
      isLent = false;
      if (!client) return;
      await client.prisma.$disconnect();
      client.adapter.current = undefined;
      idle.push(client);
    },
  };
}

interface ReusableClient {
  readonly prisma: PrismaClient;
  readonly adapter: ReplaceableAdapter;
}

const idle: ReusableClient[] = [];

function borrowClient(adapter: PrismaPg): ReusableClient {
  const client = idle.pop() ?? createClient();
  client.adapter.current = adapter;
  return client;
}

function createClient(): ReusableClient {
  const adapter = new ReplaceableAdapter();
  return { prisma: new PrismaClient({ adapter }), adapter };
}

/** Prisma asks the adapter for connections at the first query after a client was created or disconnected. */
class ReplaceableAdapter implements Pick<PrismaPg, 'provider' | 'adapterName' | 'connect'> {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  current: PrismaPg | undefined;

  async connect() {
    if (!this.current) throw new Error('This database is closed.');
    return this.current.connect();
  }
}

let closedClient: PrismaClient | undefined;

/** Every query of this client fails. Without it, a late query would run in the database that has the client by then. */
function findClosedClient(): PrismaClient {
  closedClient ??= createClient().prisma;
  return closedClient;
}
