import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** What a transaction of Prisma's client runs on. */
export interface Loan {
  client?: pg.PoolClient;
}

/** Work that runs within a loan learns which connection it was lent first. */
export const loans = new AsyncLocalStorage<Loan>();

/**
 * A pool that notes the connection which Prisma takes for a transaction, so that our own statements run on it too.
 * Through Prisma's `$queryRaw` they would cost twice as much CPU, and their values would have other types.
 */
export class LendingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    return super.connect().then((client) => {
      const loan = loans.getStore();
      if (loan) loan.client ??= client;
      return client;
    });
  }
}
