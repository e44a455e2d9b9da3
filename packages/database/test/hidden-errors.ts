import { describe, expect, test } from '@jest/globals';
import { CommitTag } from '../src/connections/commit-tag.js';
import { composedStatement, runInPrismaTransaction, runInTransaction } from '../src/index.js';
import { type Places, visit } from './support/places.js';

export function describeHiddenErrors(places: Places): void {
  describe('work that hides the error of a statement', () => {
    const broken = composedStatement('insert into places values ($1::text, 0)');
    const duplicate = { name: 'RolledBackError', cause: { code: '23505' } };

    test('fails, because PostgreSQL does not commit', async () => {
      const work = runInTransaction(places.database, async ({ sql }) => {
        await sql(visit, ['north']);
        await sql(broken, ['north']).catch(() => undefined);
      });
      await expect(work).rejects.toMatchObject(duplicate);
      expect(await places.countVisits()).toEqual([0, 0]);
    });

    test('fails in the same way if it has hidden further errors and may have added jobs', async () => {
      const work = runInTransaction(places.database, async ({ sql }) => {
        await sql(broken, ['north']).catch(() => undefined);
        await sql(composedStatement('select parley_quiet.add_jobs()'), []).catch(() => undefined);
      });
      await expect(work).rejects.toMatchObject(duplicate);
    });

    test('fails with the Prisma client, which does not notice it', async () => {
      const work = runInPrismaTransaction(places.database, async ({ sql, prisma }) => {
        await sql(visit, ['north']);
        await prisma.$executeRaw`insert into places values ('north', 0)`.catch(() => undefined);
      });
      await expect(work).rejects.toMatchObject({ name: 'RolledBackError' });
      expect(await places.countVisits()).toEqual([0, 0]);
    });

    test('fails with the Prisma client with the error of our own statement as the cause', async () => {
      const work = runInPrismaTransaction(places.database, async ({ sql }) => {
        await sql(broken, ['north']).catch(() => undefined);
      });
      await expect(work).rejects.toMatchObject(duplicate);
    });

    test('is repeated if it has hidden a conflict, and takes effect once', async () => {
      let tries = 0;
      await runInTransaction(places.database, async ({ sql }) => {
        tries += 1;
        await sql(visit, ['north']);
        if (tries === 1)
          await sql(composedStatement(`do $$ begin raise 'lost' using errcode = '40001'; end $$`), []).catch(
            () => undefined,
          );
      });
      expect(tries).toBe(2);
      expect(await places.countVisits()).toEqual([1, 0]);
    });

    test('is not suspected when the connection has begun the next transaction meanwhile', async () => {
      const client = await places.database.pool.connect();
      const tag = new CommitTag(client);
      for (const text of ['begin', 'savepoint before', 'rollback to before', 'commit', 'begin', 'rollback'])
        await client.query(text);
      tag.stop();
      client.release();
      expect(tag.last).toBe('COMMIT');
    });

    test('commits if it has rolled back to a savepoint', async () => {
      await runInPrismaTransaction(places.database, async ({ sql, prisma }) => {
        await sql(visit, ['north']);
        await sql(composedStatement('savepoint before'), []);
        await prisma.$executeRaw`insert into places values ('north', 0)`.catch(() => undefined);
        await sql(composedStatement('rollback to before'), []);
      });
      expect(await places.countVisits()).toEqual([1, 0]);
    });
  });
}
